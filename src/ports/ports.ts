import type { AuditLog } from './audit.ts';
import type { Chains } from './chain.ts';
import type { Changes } from './changes.ts';
import type { Clock } from './clock.ts';
import type { DataStores } from './data-stores.ts';
import type { RenderEvent } from './event-dispatch.ts';
import type { Keys } from './keys.ts';
import type { Leases } from './leases.ts';
import type { LinkSigner } from './link-signer.ts';
import type { Mailer } from './mailer.ts';
import type { Mails } from './mails.ts';
import type { MerchantMoves } from './merchant-moves.ts';
import type { Merchants } from './merchants.ts';
import type { Networks } from './networks.ts';
import type { OutgoingEvents } from './outgoing-events.ts';
import type { PasskeyCeremonies } from './passkey-ceremonies.ts';
import type { Passwords } from './passwords.ts';
import type { Random } from './random.ts';
import type { SavedViews } from './saved-views.ts';
import type { SealedValues } from './sealed-values.ts';
import type { SecondFactors } from './second-factors.ts';
import type { Sessions } from './sessions.ts';
import type { Settings } from './settings.ts';
import type { SignInAttempts } from './sign-in-attempts.ts';
import type { SimulatedLedger } from './simulated-ledger.ts';
import type { Stores } from './stores.ts';
import type { Team } from './team.ts';
import type { Tracer } from './tracer.ts';
import type { Users } from './users.ts';
import type { Vault } from './vault.ts';
import type { Wallets } from './wallets.ts';
import type { PresentEndpoint } from './webhook-endpoints.ts';
import type { WebhookSender } from './webhook-sender.ts';
import type { WebhookSigner } from './webhook-signer.ts';

/** The control plane: what all merchants share. */
export interface ControlPlane {
  audit: AuditLog;
  dataStores: DataStores;
  keys: Keys;
  leases: Leases;
  mails: Mails;
  merchants: Merchants;
  moves: MerchantMoves;
  networks: Networks;
  outgoingEvents: OutgoingEvents;
  savedViews: SavedViews;
  secondFactors: SecondFactors;
  sessions: Sessions;
  settings: Settings;
  signInAttempts: SignInAttempts;
  team: Team;
  users: Users;
  wallets: Wallets;
}

/** Everything that the core needs from outside. A use case picks what it uses. */
export interface Ports extends ControlPlane {
  clock: Clock;
  random: Random;
  vault: Vault;
  sealedValues: SealedValues;
  links: LinkSigner;
  /** Undefined if no SMTP server is configured. Nothing is queued then. */
  mailer: Mailer | undefined;
  passkeyCeremonies: PasskeyCeremonies;
  passwords: Passwords;
  stores: Stores;
  chains: Chains;
  simulatedLedger: SimulatedLedger;
  changes: Changes;
  webhookSender: WebhookSender;
  webhookSigner: WebhookSigner;
  renderEvent: RenderEvent;
  presentEndpoint: PresentEndpoint;
  /** Undefined while tracing is off. */
  tracer: Tracer | undefined;
  /** No exact amount is issued before this time: a restore does not know those that were issued after its backup. */
  amountsFromMs: number;
}
