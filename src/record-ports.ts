import type { DataStoreId, MerchantId, UserId } from './domain/ids.ts';
import type { Intent } from './domain/intents/intent.ts';
import type { Transition } from './domain/intents/transition.ts';

/** What to make of an intent that nobody else can change meanwhile; undefined leaves it as it is. */
export type IntentChange = (intent: Intent) => Transition | undefined;

export interface Merchant {
  id: MerchantId;
  name: string;
  dataStoreId: DataStoreId | undefined;
  /** Until then no request of this merchant is taken: its data store is being changed. */
  pausedUntilMs: number | undefined;
  /** How long an intent stays open where its request does not say; undefined for the program's default. */
  expiresInSeconds: number | undefined;
  createdAtMs: number;
}

/** A row of the audit log, written in the transaction of the change it tells of. */
export interface Audit {
  actor: string;
  action: string;
  merchantId: MerchantId | undefined;
  subject: string;
  details: Record<string, unknown>;
  atMs: number;
}

export interface User {
  id: UserId;
  email: string;
  passwordHash: string;
  createdAtMs: number;
}
