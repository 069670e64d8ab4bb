import type { Clock } from '../../../src/ports/clock.ts';
import type { ControlPlane } from '../../../src/ports/ports.ts';
import { type MemoryAuditLog, memoryAudit } from './audit.ts';
import { memoryDataStores } from './data-stores.ts';
import { memoryKeys } from './keys.ts';
import { memoryLeases } from './leases.ts';
import { memoryMails } from './mails.ts';
import { memoryMoves } from './merchant-moves.ts';
import { memoryMerchants } from './merchants.ts';
import { memoryNetworks } from './networks.ts';
import { memoryOutgoingEvents } from './outgoing-events.ts';
import { memorySavedViews } from './saved-views.ts';
import { memorySecondFactors } from './second-factors.ts';
import { memorySessions } from './sessions.ts';
import { memorySettings } from './settings.ts';
import { memorySignInAttempts } from './sign-in-attempts.ts';
import type { ControlTables } from './tables.ts';
import { memoryTeam } from './team.ts';
import { memoryUsers } from './users.ts';
import { memoryWallets } from './wallets.ts';

export interface MemoryControlPlane extends ControlPlane {
  audit: MemoryAuditLog;
}

/**
 * The control plane in memory. Every method runs without interruption, checks before it writes, and so happens
 * completely or not at all.
 */
export const memoryControlPlane = (tables: ControlTables, clock: Pick<Clock, 'nowMs'>): MemoryControlPlane => ({
  audit: memoryAudit(tables),
  dataStores: memoryDataStores(tables),
  keys: memoryKeys(tables, clock),
  leases: memoryLeases(tables),
  mails: memoryMails(tables),
  merchants: memoryMerchants(tables),
  moves: memoryMoves(memoryMerchants(tables)),
  networks: memoryNetworks(tables),
  outgoingEvents: memoryOutgoingEvents(tables),
  savedViews: memorySavedViews(tables),
  secondFactors: memorySecondFactors(tables),
  sessions: memorySessions(tables),
  settings: memorySettings(tables),
  signInAttempts: memorySignInAttempts(tables),
  team: memoryTeam(tables),
  users: memoryUsers(tables),
  wallets: memoryWallets(tables),
});
