/** The session API's JSON. Only types: a generator that reads the OpenAPI file can replace this file. */

export type Mode = 'test' | 'live';

export type IntentStatus =
  | 'requires_payment'
  | 'processing'
  | 'partially_paid'
  | 'succeeded'
  | 'expired'
  | 'canceled'
  | 'needs_review';

export type ReviewCause =
  | 'underpaid'
  | 'late'
  | 'reorged'
  | 'wrong_asset'
  | 'canceled_with_money'
  | 'unseen'
  | 'ambiguous';

export type PaymentState = 'seen' | 'confirmed' | 'final' | 'void';

export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  request_id?: string;
  retryable?: boolean;
  errors?: { pointer?: string; parameter?: string; code: string; detail: string }[];
}

export interface SignedOut {
  signed_in: false;
  setup_open: boolean;
  signup_open: boolean;
}

export interface SignedIn {
  signed_in: true;
  csrf_token: string;
  user: { id: string; email: string };
  merchant: { id: string; name: string };
  base_url: string;
  signup_open: boolean;
}

export type Session = SignedOut | SignedIn;

export interface Page<Row> {
  data: Row[];
  next_cursor: string | null;
}

export interface PostalAddress {
  address: string;
  city: string;
  state: string;
  country: string;
  postal_code: string;
}

export interface ChainPayment {
  network: string;
  tx: string;
  index: number | string;
  block: number | null;
  confirmations: number;
  required: number;
  state: PaymentState;
  amount: string;
  asset: string;
  first_seen_at: string;
}

export interface TimelineEntry {
  sequence: number;
  type: string;
  at: string;
  changes: Record<string, unknown> | null;
}

export interface Intent {
  id: string;
  object: 'payment_intent';
  status: IntentStatus;
  livemode: boolean;
  sequence: number;
  created_at: string;
  expires_at: string;
  customer: { name: string; email: string; phone_number: string };
  total_amount: number;
  items: { item_id: string; quantity: number }[];
  currency_displayed: string;
  tax_percent: number;
  tax_amount: number;
  crypto_amount_requested: string;
  exchange_rate: string;
  asset: string;
  amount_due: string;
  amount_received: string;
  amount_pending: string;
  amount_remaining: string;
  overpaid_by: string;
  billing_address: PostalAddress;
  shipping_address: PostalAddress;
  metadata: Record<string, string>;
  order_id: string | null;
  description: string | null;
  return_url: string | null;
  cancel_url: string | null;
  locale: string | null;
  checkout_url: string;
  warnings: { code: string; pointer: string; detail: string }[];
  request: object;
  review: { cause: ReviewCause; from: IntentStatus } | null;
  flags: string[];
  visibility: 'ok' | 'delayed';
  payments: ChainPayment[];
  targets: { network: string; address: string; assigned_at: string }[];
  /** Only on a single intent, not in lists. */
  timeline?: TimelineEntry[];
}

export interface IntentEvent {
  id: string;
  status: IntentStatus;
  sequence: number;
}

export type SimulateKind = 'full' | 'partial' | 'over' | 'late';

export interface ApiKey {
  id: string;
  name: string;
  public_key: string;
  private_key_end: string;
  scopes: string[];
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
  last_used_address: string | null;
  revoked_at: string | null;
  replaced_by: string | null;
  revealable: boolean;
}

export interface NewApiKey extends ApiKey {
  private_key: string;
}

export type Overlap = 'now' | '1h' | '24h' | '7d';

export interface Settings {
  name: string;
  logo_url: string | null;
  accent_color: string | null;
  allowed_origins: string[];
  expires_in: number;
  tolerance_percent: string | number;
  tolerance_amount: string | number;
  late_policy: { stablecoin_seconds: number; other_seconds: number };
}

export interface CatalogueItem {
  item_id: string;
  name: string;
  unit_amount: number;
  currency: string;
  updated_at: string;
}

export interface ImportResult {
  imported: number;
  errors: { line: number; detail: string }[];
}

export interface DeviceSession {
  id: string;
  current: boolean;
  created_at: string;
  last_seen_at: string;
  address: string | null;
  user_agent: string | null;
}
