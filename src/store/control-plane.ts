import type { ControlPlane } from '../ports/ports.ts';
import { auditTable } from './audit/audit.ts';
import { dataStoreTable } from './data-stores/data-stores.ts';
import { merchantMoveTable } from './data-stores/merchant-moves.ts';
import type { Database } from './database/database.ts';
import { leaseTable } from './database/leases.ts';
import { outgoingEventTable } from './events/outgoing-events.ts';
import { keyTable } from './keys/keys.ts';
import { mailTable } from './mails/mails.ts';
import { merchantTables } from './merchants/merchants.ts';
import { settingsTable } from './merchants/settings.ts';
import { networkTable } from './networks/networks.ts';
import { secondFactorTables } from './sessions/second-factors.ts';
import { sessionTable } from './sessions/sessions.ts';
import { signInAttemptTable } from './sessions/sign-in-attempts.ts';
import { userTable } from './sessions/users.ts';
import { teamTables } from './team/team.ts';
import { savedViewTable } from './views/saved-views.ts';
import { walletTable } from './wallets/wallets.ts';

export const createControlPlane = (database: Database): ControlPlane => ({
  audit: auditTable(database),
  dataStores: dataStoreTable(database),
  keys: keyTable(database),
  leases: leaseTable(database),
  mails: mailTable(database),
  merchants: merchantTables(database),
  moves: merchantMoveTable(database),
  networks: networkTable(database),
  outgoingEvents: outgoingEventTable(database),
  savedViews: savedViewTable(database),
  secondFactors: secondFactorTables(database),
  sessions: sessionTable(database),
  settings: settingsTable(database),
  signInAttempts: signInAttemptTable(database),
  team: teamTables(database),
  users: userTable(database),
  wallets: walletTable(database),
});
