import type { Keys } from '../support/client.ts';

/** A payment intent as the public API shows it, as far as these tests read it. */
export interface ShownIntent {
  id: string;
  status: string;
  order_id: string | null;
  sequence: number;
  asset: string;
  amount_due: string;
  amount_received: string;
  amount_pending: string;
  amount_remaining: string;
  overpaid_by: string;
  flags: string[];
  review: { cause: string; from: string } | null;
  decision: { kind: string; reason: string } | null;
  payments: ShownPayment[];
  targets: { network: string; address: string; reference: string | null }[];
  timeline: { sequence: number; type: string; changes: Record<string, unknown> }[];
  [member: string]: unknown;
}

export interface ShownPayment {
  network: string;
  tx: string;
  index: number;
  state: string;
  void_reason: string | null;
  asset: string;
  amount: string;
  [member: string]: unknown;
}

export interface ShownTransfer {
  id: string;
  network: string;
  tx: string;
  index: number;
  reason: string;
  [member: string]: unknown;
}

export interface ShownInvoice {
  number: string;
  payment_intent_id: string;
  [member: string]: unknown;
}

export interface ShownWallet {
  id: string;
  network: string;
  kind: string;
  addresses: string[];
  next_index: number | null;
  [member: string]: unknown;
}

export type Mode = 'test' | 'live';

/** Everything that the API shows of one merchant in one mode. */
export interface TenantSnapshot {
  mode: Mode;
  keys: Keys;
  intents: ShownIntent[];
  transfers: ShownTransfer[];
  invoices: ShownInvoice[];
  wallets: ShownWallet[];
  items: Record<string, unknown>[];
}

/** A further key, and how a create with an empty body was answered under it. */
export interface KeyProbe {
  name: string;
  keys: Keys;
  status: number;
  code: string;
}

export interface MerchantSnapshot {
  name: string;
  email: string;
  password: string;
  merchant_id: string;
  settings: Record<string, unknown>;
  api_keys: Record<Mode, Record<string, unknown>[]>;
  /** A test key whose private part the dashboard can show. */
  revealable: { id: string; private_key: string };
  probes: KeyProbe[];
  /** A create that was answered under an idempotency key. */
  replay: { key: string; body: string; answer: string };
  tenants: TenantSnapshot[];
}

export interface Snapshot {
  /** What `FLORIN_ASSETS` held. */
  assets: { code: string; network: string; mint: string; decimals: number }[];
  merchants: MerchantSnapshot[];
}
