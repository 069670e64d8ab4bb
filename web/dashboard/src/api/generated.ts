/** Made by `npm run types` from the two OpenAPI documents; it is not edited by hand. */

export type Problem = {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  code:
    | 'malformed_json'
    | 'malformed_request'
    | 'private_key_in_url'
    | 'api_version_unknown'
    | 'missing_credentials'
    | 'invalid_private_key'
    | 'private_key_expired'
    | 'not_signed_in'
    | 'invalid_credentials'
    | 'second_factor_required'
    | 'second_factor_invalid'
    | 'cross_site_request'
    | 'csrf_token_invalid'
    | 'setup_link_invalid'
    | 'signup_closed'
    | 'insecure_connection'
    | 'permission_denied'
    | 'invitation_invalid'
    | 'password_reset_invalid'
    | 'mail_unavailable'
    | 'email_taken'
    | 'key_pair_mismatch'
    | 'mode_mismatch'
    | 'insufficient_scope'
    | 'ip_not_allowed'
    | 'link_expired'
    | 'not_found'
    | 'method_not_allowed'
    | 'not_acceptable'
    | 'request_timeout'
    | 'idempotency_in_flight'
    | 'item_exists'
    | 'invalid_state'
    | 'wallet_taken'
    | 'body_too_large'
    | 'unsupported_media_type'
    | 'validation_failed'
    | 'idempotency_key_reused'
    | 'rate_limited'
    | 'headers_too_large'
    | 'internal'
    | 'unavailable';
  request_id: string;
  retryable: boolean;
  network?: string;
  errors?: { pointer?: string; parameter?: string; code: string; detail: string }[];
};

export type Payment = {
  network: string;
  tx: string;
  index: number;
  block: number | null;
  block_time: string | null;
  confirmations: number;
  required: number;
  state: 'seen' | 'confirmed' | 'final' | 'void';
  void_reason: 'replaced' | 'missing' | null;
  asset: string;
  amount: string;
  tail: string;
  worth: number | null;
  first_seen_at: string;
};

export type Target = {
  network: string;
  address: string;
  reference: string | null;
  manual_amount: string | null;
  assigned_at: string;
};

export type Warning = { code: string; pointer: string; detail: string };

export type TimelineEntry = {
  id: string;
  sequence: number;
  type: string;
  at: string;
  changes: Record<string, unknown>;
};

export type PaymentIntent = {
  id: string;
  object: 'payment_intent';
  status: 'requires_payment' | 'processing' | 'partially_paid' | 'succeeded' | 'expired' | 'canceled' | 'needs_review';
  livemode: boolean;
  sequence: number;
  created_at: string;
  expires_at: string;
  paid_at: string | null;
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
  tolerance: string | null;
  review: {
    cause: 'underpaid' | 'late' | 'reorged' | 'wrong_asset' | 'canceled_with_money' | 'unseen' | 'ambiguous';
    from: 'requires_payment' | 'processing' | 'partially_paid' | 'succeeded' | 'expired' | 'canceled' | 'needs_review';
  } | null;
  decision: { kind: 'accepted' | 'rejected'; reason: string; at: string } | null;
  flags: ('late' | 'reorged' | 'wrong_asset' | 'manual' | 'tolerated' | 'overpaid')[];
  visibility: 'ok' | 'delayed';
  payments: Payment[];
  targets: Target[];
  billing_address: { address: string; city: string; state: string; country: string; postal_code: string };
  shipping_address: { address: string; city: string; state: string; country: string; postal_code: string };
  metadata: Record<string, string>;
  order_id: string | null;
  description: string | null;
  return_url: string | null;
  cancel_url: string | null;
  locale: string | null;
  checkout_url: string;
  warnings: Warning[];
  timeline?: TimelineEntry[];
  request: Record<string, unknown>;
};

export type CheckoutPayload = {
  payment_intent_id: string;
  html: string;
  script_url: string;
  script_integrity: string;
  hosted_url: string;
  wallet_uris: {
    network: string;
    asset: string;
    amount: string;
    exact: boolean;
    address: string;
    uri: string;
    qr: string;
    manual: { address: string; amount: string } | null;
    visible: boolean;
  }[];
  status: 'requires_payment' | 'processing' | 'partially_paid' | 'succeeded' | 'expired' | 'canceled' | 'needs_review';
  expires_at: string;
};

export type CheckoutState = {
  payment_intent_id: string;
  status: 'requires_payment' | 'processing' | 'partially_paid' | 'succeeded' | 'expired' | 'canceled' | 'needs_review';
  sequence: number;
  livemode: boolean;
  merchant: { name: string; logo_url: string | null; accent_color: string | null; support: string | null };
  description: string | null;
  order_id: string | null;
  currency: string;
  currency_exponent: number;
  total_amount: number;
  tax_amount: number;
  tax_percent: number;
  items: { item_id: string; name: string; quantity: number; unit_amount: number | null }[];
  asset: string;
  asset_name: string;
  exchange_rate: string;
  amount_due: string;
  amount_received: string;
  amount_pending: string;
  amount_remaining: string;
  overpaid_by: string;
  payable: boolean;
  unpayable_reason: 'no_wallet' | 'unknown_asset' | 'network_not_watched' | null;
  options: {
    network: string;
    network_name: string;
    coin: string;
    asset: string;
    amount: string;
    exact: boolean;
    address: string;
    uri: string | null;
    qr: string | null;
    manual: { address: string; amount: string } | null;
    wallet_chain: string | null;
    visible: boolean;
  }[];
  options_pending: boolean;
  confirmations: { count: number; required: number } | null;
  receipt: {
    paid_at: string | null;
    payments: {
      network: string;
      network_name: string;
      tx: string;
      explorer_url: string | null;
      asset: string;
      amount: string;
    }[];
    more_payments: number;
  } | null;
  visibility: 'ok' | 'delayed';
  review_cause:
    | 'underpaid'
    | 'late'
    | 'reorged'
    | 'wrong_asset'
    | 'canceled_with_money'
    | 'unseen'
    | 'ambiguous'
    | null;
  flags: ('late' | 'reorged' | 'wrong_asset' | 'manual' | 'tolerated' | 'overpaid')[];
  expires_at: string;
  server_time: string;
  return_url: string | null;
  cancel_url: string | null;
  locale: string | null;
};

export type ListedInvoice = {
  object: 'invoice';
  kind: 'invoice' | 'credit_note';
  number: string;
  issued_at: string;
  corrects: { number: string; issued_at: string } | null;
  payment_intent_id: string;
  payment_intent_status:
    | 'requires_payment'
    | 'processing'
    | 'partially_paid'
    | 'succeeded'
    | 'expired'
    | 'canceled'
    | 'needs_review';
  total_amount: number;
  tax_amount: number;
  currency: string;
  customer: { name: string; email: string };
  order_id: string | null;
};

export type Invoice = {
  object: 'invoice';
  kind: 'pro_forma' | 'invoice' | 'credit_note';
  number: string | null;
  payment_intent_id: string;
  issued_at: string | null;
  corrects: { number: string; issued_at: string } | null;
  credited_by: { number: string; issued_at: string } | null;
  documents: { kind: 'invoice' | 'credit_note'; number: string; issued_at: string }[];
  url: string;
  pdf_url: string;
  url_expires_at: string;
  status: 'paid' | 'partially_paid' | 'due' | 'canceled' | 'in_review' | 'credited';
  livemode: boolean;
  seller: { name: string; logo_url: string | null; address: string[]; tax_id: string | null; footer: string | null };
  buyer: {
    name: string;
    email: string;
    tax_id: string | null;
    billing_address: { address: string; city: string; state: string; country: string; postal_code: string };
    shipping_address: { address: string; city: string; state: string; country: string; postal_code: string };
  };
  currency: string;
  currency_exponent: number;
  lines: { item_id: string; name: string; quantity: number; unit_amount: number | null; amount: number | null }[];
  subtotal: number | null;
  tax_percent: number;
  tax_amount: number;
  total: number;
  crypto: { asset: string; amount_due: string; amount_received: string; overpaid_by: string; exchange_rate: string };
  payments: { network: string; tx: string; amount: string; asset: string; at: string; state: string }[];
  order_id: string | null;
  description: string | null;
};

export type CustomerExport = {
  email: string;
  data: {
    payment_intent_id: string;
    status:
      | 'requires_payment'
      | 'processing'
      | 'partially_paid'
      | 'succeeded'
      | 'expired'
      | 'canceled'
      | 'needs_review';
    created_at: string;
    total_amount: number;
    currency: string;
    payments: { network: string; tx: string; asset: string }[];
    invoices: {
      kind: 'invoice' | 'credit_note';
      number: string;
      issued_at: string;
      buyer: { name: string; email: string } | null;
    }[];
    request: {};
  }[];
  next_cursor: string | null;
};

export type Erasure = { payment_intents: number; complete: boolean };

export type Item = { item_id: string; name: string; unit_amount: number; currency: string; updated_at: string };

export type ImportReport = { imported: number; errors: { line: number; detail: string }[] };

export type Wallet = {
  id: string;
  object: 'wallet';
  livemode: boolean;
  network: string;
  networks: string[];
  kind: 'address' | 'extended_key';
  addresses: string[];
  next_index: number | null;
  unused_in_a_row: number | null;
  warnings: Warning[];
  created_at: string;
  effective_at: string;
};

export type ReleasedWallet = { id: string; network: string; address: string | null; released_at: string };

export type WalletChallenge = { message: string; issued_at: string; expires_at: string };

export type Transfer = {
  id: string;
  object: 'transfer';
  network: string;
  tx: string;
  index: number;
  address: string;
  asset: string | null;
  token: string | null;
  amount: string;
  block: number | null;
  reason:
    | 'failed'
    | 'unknown_token'
    | 'dust'
    | 'too_old'
    | 'too_late'
    | 'no_reference'
    | 'ambiguous'
    | 'other_amount'
    | 'unexplained'
    | 'too_many';
  payment_intent_id: string | null;
  assigned_to: string | null;
  first_seen_at: string;
  claims: { payment_intent_id: string; claimed_at: string; proof: { address: string; proven_at: string } | null }[];
  more_claims: number;
  suggestions: { payment_intent_id: string; network: string; amount: string; difference: string }[];
};

export type Event = {
  id: string;
  object: 'event';
  type: string;
  timestamp: string;
  api_version: string;
  livemode: boolean;
  number: number;
  sequence: number | null;
  data: { object: Record<string, unknown> };
  previous_attributes: Record<string, unknown> | null;
};

export type EventDetails = {
  id: string;
  object: 'event';
  type: string;
  timestamp: string;
  api_version: string;
  livemode: boolean;
  number: number;
  sequence: number | null;
  data: { object: Record<string, unknown> };
  previous_attributes: Record<string, unknown> | null;
  deliveries: number;
};

export type Delivery = {
  id: string;
  object: 'delivery';
  livemode: boolean;
  endpoint: string;
  event: string;
  event_type: string;
  number: number;
  payment_intent_id: string | null;
  state: 'pending' | 'delivered' | 'failed';
  attempt_count: number;
  next_attempt_at: string | null;
  last_status: number | null;
  last_ms: number | null;
  last_error: string | null;
  delivered_at: string | null;
  created_at: string;
};

export type NewWebhookEndpoint = {
  id: string;
  object: 'webhook_endpoint';
  livemode: boolean;
  url: string;
  description: string;
  events: string[];
  api_version: string;
  status: 'enabled' | 'disabled';
  disabled_reason: 'user' | 'gone' | 'failing' | null;
  failing_since: string | null;
  last_success_at: string | null;
  previous_secret_until: string | null;
  created_at: string;
  secret: string;
};

export type WebhookEndpoint = {
  id: string;
  object: 'webhook_endpoint';
  livemode: boolean;
  url: string;
  description: string;
  events: string[];
  api_version: string;
  status: 'enabled' | 'disabled';
  disabled_reason: 'user' | 'gone' | 'failing' | null;
  failing_since: string | null;
  last_success_at: string | null;
  previous_secret_until: string | null;
  created_at: string;
};

export type DeliveryAttempt = {
  attempt: number;
  at: string;
  ms: number;
  error: string | null;
  request: { headers: Record<string, string> };
  response: { status: number; headers: Record<string, string>; body: string } | null;
};

export type DeliveryDetails = {
  id: string;
  object: 'delivery';
  livemode: boolean;
  endpoint: string;
  event: string;
  event_type: string;
  number: number;
  payment_intent_id: string | null;
  state: 'pending' | 'delivered' | 'failed';
  attempt_count: number;
  next_attempt_at: string | null;
  last_status: number | null;
  last_ms: number | null;
  last_error: string | null;
  delivered_at: string | null;
  created_at: string;
  body: string;
  attempts: DeliveryAttempt[];
};

export type LoggedRequest = {
  id: string;
  object: 'request';
  created_at: string;
  method: string;
  route: string;
  path: string;
  status: number;
  ms: number;
  key: { id: string; name: string };
  client_address: string;
  problem: string | null;
  payment_intent_id: string | null;
};

export type LoggedRequestDetails = {
  id: string;
  object: 'request';
  created_at: string;
  method: string;
  route: string;
  path: string;
  status: number;
  ms: number;
  key: { id: string; name: string };
  client_address: string;
  problem: string | null;
  payment_intent_id: string | null;
  request_body: string | null;
  response_body: string | null;
};

export type Network = {
  name: string;
  chain_id: string;
  title: string;
  wallet: 'none' | 'address' | 'extended_key';
  wallet_network: string;
  assets: string[];
  explorer: { tx: string; address: string } | null;
  state: 'ok' | 'delayed' | 'distrusted' | 'unwatched';
  cause: 'never_read' | 'nodes_away' | 'nodes_contradict' | 'no_worker' | 'behind' | 'rate_limited' | null;
  newest_block: { height: number; time: string | null } | null;
  read_at: string | null;
  since: string | null;
  nodes: {
    name: string;
    state: 'ok' | 'slowed' | 'failing' | 'disagrees' | 'lagging';
    reason: string | null;
    calls_per_second: number | null;
  }[];
  turn_on: string | null;
  detail: string;
};

export type SignedIn = {
  signed_in: true;
  csrf_token: string;
  user: { id: string; email: string; operator: boolean };
  merchant: { id: string; name: string };
  role: 'owner' | 'developer' | 'accountant' | 'support';
  permissions: (
    | 'account:write'
    | 'payments:read'
    | 'team:read'
    | 'payments:write'
    | 'events:read'
    | 'items:write'
    | 'webhooks:write'
    | 'keys:write'
    | 'audit:read'
    | 'payments:override'
    | 'wallets:write'
    | 'settings:write'
    | 'team:write'
  )[];
  base_url: string;
  signup_open: boolean;
};

export type SignedOut = {
  signed_in: false;
  base_url: string;
  passkeys_available: boolean;
  reset_by_mail: boolean;
  setup_open: boolean;
  signup_open: boolean;
};

export type ViewedPasswordReset = { email: string };

export type Device = {
  id: string;
  current: boolean;
  created_at: string;
  last_seen_at: string;
  address: string;
  user_agent: string;
};

export type Passkey = { id: string; name: string; created_at: string; last_used_at: string | null };

export type TrustedDevice = { id: string; created_at: string; expires_at: string; address: string; user_agent: string };

export type Security = {
  totp: boolean;
  passkeys: Passkey[];
  passkeys_available: boolean;
  recovery_codes_left: number;
  trusted_devices: TrustedDevice[];
};

export type TotpOffer = { secret: string; uri: string };

export type RecoveryCodes = { recovery_codes: string[] };

export type PasskeyOptions = { options: string };

export type NewPasskey = { passkey: Passkey; recovery_codes: string[] };

export type Notices = {
  available: boolean;
  enabled: boolean;
  kinds: ('wallet_changed' | 'payments_need_review' | 'endpoint_disabled')[];
};

export type Checklist = {
  test: {
    newest_payment: string | null;
    succeeded_payment: string | null;
    checkout_url: string | null;
    wallet: boolean;
    webhook_endpoint: boolean;
    webhook_delivered: boolean;
    second_factor: boolean;
    colleague: boolean;
  };
  live: {
    newest_payment: string | null;
    succeeded_payment: string | null;
    networks: {
      name: string;
      title: string;
      state: 'ok' | 'delayed' | 'distrusted' | 'unwatched';
      turn_on: string | null;
      detail: string;
      assets: string[];
      wallet: 'missing' | 'pending' | 'active';
      wallet_effective_at: string | null;
    }[];
    secure_base_url: boolean;
    key: boolean;
  };
};

export type SavedView = { id: string; object: 'saved_view'; name: string; query: string; created_at: string };

export type EndpointHealth = {
  endpoint: string;
  hours: { at: string; delivered: number; failed: number; pending: number }[];
};

export type ApiKey = {
  id: string;
  name: string;
  public_key: string;
  private_key_end: string;
  scopes: ('payments:read' | 'payments:write' | 'webhooks:write' | 'payments:override' | 'wallets:write')[];
  allowed_cidrs: string[];
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
  last_used_address: string | null;
  revoked_at: string | null;
  replaced_by: string | null;
  revealable: boolean;
};

export type NewApiKey = {
  id: string;
  name: string;
  public_key: string;
  private_key_end: string;
  scopes: ('payments:read' | 'payments:write' | 'webhooks:write' | 'payments:override' | 'wallets:write')[];
  allowed_cidrs: string[];
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
  last_used_address: string | null;
  revoked_at: string | null;
  replaced_by: string | null;
  revealable: boolean;
  private_key: string;
};

export type Settings = {
  name: string;
  logo_url: string | null;
  accent_color: string | null;
  support: string | null;
  allowed_origins: string[];
  expires_in: number;
  tolerance_percent: string;
  tolerance_amount: string;
  late_policy: { stablecoin_seconds: number; other_seconds: number };
  log_bodies: { test: boolean; live: boolean };
  legal_name: string | null;
  address: string[];
  tax_id: string | null;
  invoice_prefix: string;
  invoice_footer: string | null;
};

export type Member = {
  id: string;
  email: string;
  role: 'owner' | 'developer' | 'accountant' | 'support';
  joined_at: string;
  current: boolean;
};

export type Invitation = {
  id: string;
  email: string;
  role: 'owner' | 'developer' | 'accountant' | 'support';
  created_at: string;
  expires_at: string;
};

export type Team = { members: Member[]; invitations: Invitation[] };

export type NewInvitation = {
  id: string;
  email: string;
  role: 'owner' | 'developer' | 'accountant' | 'support';
  created_at: string;
  expires_at: string;
  url: string;
  mailed: boolean;
};

export type ViewedInvitation = {
  email: string;
  role: 'owner' | 'developer' | 'accountant' | 'support';
  merchant_name: string;
};

export type Roles = {
  roles: {
    name: 'owner' | 'developer' | 'accountant' | 'support';
    permissions: (
      | 'account:write'
      | 'payments:read'
      | 'team:read'
      | 'payments:write'
      | 'events:read'
      | 'items:write'
      | 'webhooks:write'
      | 'keys:write'
      | 'audit:read'
      | 'payments:override'
      | 'wallets:write'
      | 'settings:write'
      | 'team:write'
    )[];
  }[];
  permissions: {
    name:
      | 'account:write'
      | 'payments:read'
      | 'team:read'
      | 'payments:write'
      | 'events:read'
      | 'items:write'
      | 'webhooks:write'
      | 'keys:write'
      | 'audit:read'
      | 'payments:override'
      | 'wallets:write'
      | 'settings:write'
      | 'team:write';
    allows: string;
  }[];
};

export type AuditEntry = {
  id: string;
  created_at: string;
  actor: string;
  actor_email: string | null;
  action: string;
  subject: string;
  subject_email: string | null;
  address: string | null;
  details: { name: string; value: string }[];
};

export type DataStore = {
  id: string;
  name: string;
  healthy: boolean;
  open: boolean;
  merchants: number;
  size_bytes: number | null;
  event_lag_ms: number | null;
  scan_lag_ms: number | null;
};

export type MerchantMove = {
  merchant_id: string;
  from: string;
  to: string;
  state: 'copying' | 'switched';
  started_at: string;
};

export interface Operations {
  'POST /{public_key}/create_checkout_payment_intent': {
    path: { public_key: string };
    body: {
      customer: { name: string; email: string; phone_number: string };
      total_amount: number;
      items: { item_id: string; quantity: number }[];
      currency_displayed: string;
      tax_percent: number | string;
      tax_amount: number;
      crypto_amount_requested: string;
      exchange_rate: string;
      billing_address: { address: string; city: string; state: string; country: string; postal_code: string };
      shipping_address: { address: string; city: string; state: string; country: string; postal_code: string };
      metadata?: Record<string, string>;
      order_id?: string;
      description?: string;
      return_url?: string;
      cancel_url?: string;
      expires_in?: number;
      locale?: string;
    };
    answer: { payment_intent_response: { message: string; payment_intent_id: string; payment_intent?: PaymentIntent } };
  };
  'GET /{public_key}/payment_intents/{payment_intent_id}': {
    path: { public_key: string; payment_intent_id: string };
    answer: PaymentIntent;
  };
  'GET /{public_key}/payment_intents': {
    path: { public_key: string };
    query?: {
      search?: string | undefined;
      status?:
        | 'requires_payment'
        | 'processing'
        | 'partially_paid'
        | 'succeeded'
        | 'expired'
        | 'canceled'
        | 'needs_review'
        | undefined;
      asset?: string | undefined;
      network?: string | undefined;
      currency?: string | undefined;
      amount_min?: string | undefined;
      amount_max?: string | undefined;
      email?: string | undefined;
      order_id?: string | undefined;
      created_after?: string | undefined;
      created_before?: string | undefined;
      limit?: string | undefined;
      cursor?: string | undefined;
    };
    answer: { data: PaymentIntent[]; next_cursor: string | null };
  };
  'POST /{public_key}/payment_intents/{payment_intent_id}/cancel': {
    path: { public_key: string; payment_intent_id: string };
    query?: { force?: 'true' | undefined };
    answer: PaymentIntent;
  };
  'POST /{public_key}/payment_intents/{payment_intent_id}/resolve': {
    path: { public_key: string; payment_intent_id: string };
    body: { decision: 'accept' | 'reject'; reason: string };
    answer: PaymentIntent;
  };
  'POST /{public_key}/payment_intents/{payment_intent_id}/mark_paid': {
    path: { public_key: string; payment_intent_id: string };
    body: { reason: string };
    answer: PaymentIntent;
  };
  'POST /{public_key}/payment_intents/{payment_intent_id}/simulate': {
    path: { public_key: string; payment_intent_id: string };
    body: {
      kind: 'full' | 'partial' | 'over' | 'late' | 'wrong_asset' | 'replace' | 'reorg' | 'deep_reorg' | 'expire';
    };
    answer: PaymentIntent;
  };
  'GET /{public_key}/checkout/{payment_intent_id}': {
    path: { public_key: string; payment_intent_id: string };
    query?: { embed?: '1' | undefined };
    answer: CheckoutPayload;
  };
  'GET /{public_key}/checkout': {
    path: { public_key: string };
    query: { payment_intent_id: string; embed?: '1' | undefined };
    answer: CheckoutPayload;
  };
  'GET /checkout': { query: { payment_intent_id: string; embed?: '1' | undefined }; answer: CheckoutPayload };
  'GET /{public_key}/checkout/{payment_intent_id}/status': {
    path: { public_key: string; payment_intent_id: string };
    answer: CheckoutState;
  };
  'GET /{public_key}/checkout/{payment_intent_id}/events': {
    path: { public_key: string; payment_intent_id: string };
    answer: string;
  };
  'POST /{public_key}/checkout/{payment_intent_id}/transaction': {
    path: { public_key: string; payment_intent_id: string };
    body: { network: string; payer: string };
    answer:
      | { transaction: string; network: string; chain: string }
      | {
          call: { to: string; value: string; data: string };
          authorization: {
            domain: { name: string; version: string; chainId: number; verifyingContract: string };
            types: {
              EIP712Domain: { name: string; type: string }[];
              TransferWithAuthorization: { name: string; type: string }[];
            };
            primaryType: 'TransferWithAuthorization';
            message: {
              from: string;
              to: string;
              value: string;
              validAfter: string;
              validBefore: string;
              nonce: string;
            };
          } | null;
          add_chain: {
            chainId: string;
            chainName: string;
            nativeCurrency: { name: string; symbol: string; decimals: number };
            rpcUrls: string[];
            blockExplorerUrls: string[];
          } | null;
          network: string;
          chain: string;
        };
  };
  'POST /{public_key}/checkout/{payment_intent_id}/claim': {
    path: { public_key: string; payment_intent_id: string };
    body: { tx: string; network?: string; proof?: { address: string; signature: string } };
    answer: {
      result: 'already_counted' | 'will_be_counted' | 'under_review' | 'limit_reached' | 'failed' | 'not_found';
      detail: string;
      proof: {
        message: string;
        accounts: string[];
        network: string;
        wallet_chain: string | null;
        proven: boolean;
      } | null;
    };
  };
  'POST /{public_key}/checkout/{payment_intent_id}/simulate': {
    path: { public_key: string; payment_intent_id: string };
    body: { kind: 'full' | 'partial' | 'over' };
    answer: unknown;
  };
  'GET /{public_key}/checkout/{payment_intent_id}/receipt.pdf': {
    path: { public_key: string; payment_intent_id: string };
    answer: string;
  };
  'GET /{public_key}/invoices': {
    path: { public_key: string };
    query?: {
      issued_after?: string | undefined;
      issued_before?: string | undefined;
      limit?: string | undefined;
      cursor?: string | undefined;
    };
    answer: { data: ListedInvoice[]; next_cursor: string | null };
  };
  'GET /{public_key}/invoices/{payment_intent_id}': {
    path: { public_key: string; payment_intent_id: string };
    query?: { number?: string | undefined; expires?: string | undefined; signature?: string | undefined };
    answer: Invoice;
  };
  'POST /{public_key}/customers/export': {
    path: { public_key: string };
    body: { email: string; cursor?: string };
    answer: CustomerExport;
  };
  'POST /{public_key}/customers/erase': {
    path: { public_key: string };
    body: { email: string; invoices?: boolean };
    answer: Erasure;
  };
  'GET /{public_key}/items': {
    path: { public_key: string };
    query?: { limit?: string | undefined; cursor?: string | undefined };
    answer: { data: Item[]; next_cursor: string | null };
  };
  'POST /{public_key}/items': {
    path: { public_key: string };
    body: { item_id: string; name: string; unit_amount: number; currency: string } | string;
    answer: ImportReport | Item;
  };
  'PUT /{public_key}/items/{item_id}': {
    path: { public_key: string; item_id: string };
    body: { name: string; unit_amount: number; currency: string };
    answer: Item;
  };
  'DELETE /{public_key}/items/{item_id}': {
    path: { public_key: string; item_id: string };
    answer: { item_id: string; deleted: true };
  };
  'GET /{public_key}/wallets': { path: { public_key: string }; answer: { data: Wallet[]; released: ReleasedWallet[] } };
  'POST /{public_key}/wallets': {
    path: { public_key: string };
    body: {
      network: string;
      address?: string;
      xpub?: string;
      script_type?: 'p2wpkh' | 'p2sh-p2wpkh' | 'p2pkh' | 'p2tr';
      start_index?: number;
      proof?: { issued_at: string; signature: string };
      dry_run?: boolean;
    };
    answer: Wallet;
  };
  'DELETE /{public_key}/wallets/{wallet_id}': {
    path: { public_key: string; wallet_id: string };
    answer: { id: string; deleted: true };
  };
  'POST /{public_key}/wallets/challenge': {
    path: { public_key: string };
    body: { network: string; address: string };
    answer: WalletChallenge;
  };
  'GET /{public_key}/transfers': {
    path: { public_key: string };
    query?: {
      state?: 'unmatched' | 'all' | undefined;
      payment_intent_id?: string | undefined;
      limit?: string | undefined;
      cursor?: string | undefined;
    };
    answer: {
      data: Transfer[];
      next_cursor: string | null;
      dust: { network: string; asset: string; transfers: number; amount: string }[];
    };
  };
  'GET /{public_key}/transfers/{transfer_id}': { path: { public_key: string; transfer_id: string }; answer: Transfer };
  'POST /{public_key}/transfers/{transfer_id}/assign': {
    path: { public_key: string; transfer_id: string };
    body: { payment_intent_id: string };
    answer: PaymentIntent;
  };
  'GET /{public_key}/exports/payments.{export_format}': {
    path: { public_key: string; export_format: 'csv' | 'jsonl' };
    query?: {
      search?: string | undefined;
      status?:
        | 'requires_payment'
        | 'processing'
        | 'partially_paid'
        | 'succeeded'
        | 'expired'
        | 'canceled'
        | 'needs_review'
        | undefined;
      asset?: string | undefined;
      network?: string | undefined;
      currency?: string | undefined;
      amount_min?: string | undefined;
      amount_max?: string | undefined;
      email?: string | undefined;
      order_id?: string | undefined;
      created_after?: string | undefined;
      created_before?: string | undefined;
    };
    answer: string;
  };
  'GET /{public_key}/exports/transfers.{export_format}': {
    path: { public_key: string; export_format: 'csv' | 'jsonl' };
    query?: { state?: 'unmatched' | 'all' | undefined; payment_intent_id?: string | undefined };
    answer: string;
  };
  'GET /{public_key}/exports/invoices.{export_format}': {
    path: { public_key: string; export_format: 'csv' | 'jsonl' };
    query?: { issued_after?: string | undefined; issued_before?: string | undefined };
    answer: string;
  };
  'GET /{public_key}/events': {
    path: { public_key: string };
    query?: {
      after?: string | undefined;
      type?: string | undefined;
      payment_intent_id?: string | undefined;
      payment_intent?: string | undefined;
      limit?: string | undefined;
    };
    answer: { data: Event[]; has_more: boolean; last_number: number };
  };
  'GET /{public_key}/events/{event_id}': { path: { public_key: string; event_id: string }; answer: EventDetails };
  'POST /{public_key}/events/{event_id}/resend': {
    path: { public_key: string; event_id: string };
    body: { endpoint?: string };
    answer: { data: Delivery[] };
  };
  'GET /{public_key}/webhook_endpoints': { path: { public_key: string }; answer: { data: WebhookEndpoint[] } };
  'POST /{public_key}/webhook_endpoints': {
    path: { public_key: string };
    body: { url: string; description?: string; events?: string[]; api_version?: '2026-11-15' };
    answer: NewWebhookEndpoint;
  };
  'GET /{public_key}/webhook_endpoints/{endpoint_id}': {
    path: { public_key: string; endpoint_id: string };
    answer: WebhookEndpoint;
  };
  'PATCH /{public_key}/webhook_endpoints/{endpoint_id}': {
    path: { public_key: string; endpoint_id: string };
    body: { url?: string; description?: string; events?: string[]; status?: 'enabled' | 'disabled' };
    answer: WebhookEndpoint;
  };
  'DELETE /{public_key}/webhook_endpoints/{endpoint_id}': {
    path: { public_key: string; endpoint_id: string };
    answer: { id: string; deleted: true };
  };
  'POST /{public_key}/webhook_endpoints/{endpoint_id}/roll_secret': {
    path: { public_key: string; endpoint_id: string };
    body: { overlap: 'now' | '1h' | '24h' | '7d' };
    answer: NewWebhookEndpoint;
  };
  'GET /{public_key}/deliveries': {
    path: { public_key: string };
    query?: {
      endpoint?: string | undefined;
      event?: string | undefined;
      payment_intent_id?: string | undefined;
      state?: 'pending' | 'delivered' | 'failed' | undefined;
      limit?: string | undefined;
      cursor?: string | undefined;
    };
    answer: { data: Delivery[]; next_cursor: string | null };
  };
  'GET /{public_key}/deliveries/{delivery_id}': {
    path: { public_key: string; delivery_id: string };
    answer: DeliveryDetails;
  };
  'POST /{public_key}/webhook_endpoints/{endpoint_id}/test': {
    path: { public_key: string; endpoint_id: string };
    answer: Delivery;
  };
  'POST /{public_key}/webhook_endpoints/{endpoint_id}/resend': {
    path: { public_key: string; endpoint_id: string };
    body: { state?: 'failed'; after?: number; before?: number };
    answer: { resent: number };
  };
  'POST /{public_key}/deliveries/{delivery_id}/resend': {
    path: { public_key: string; delivery_id: string };
    answer: Delivery;
  };
  'GET /{public_key}/request_log': {
    path: { public_key: string };
    query?: {
      status?: string | undefined;
      method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | undefined;
      route?: string | undefined;
      key_id?: string | undefined;
      code?: string | undefined;
      problem?: string | undefined;
      payment_intent_id?: string | undefined;
      after?: string | undefined;
      before?: string | undefined;
      limit?: string | undefined;
      cursor?: string | undefined;
    };
    answer: { data: LoggedRequest[]; next_cursor: string | null };
  };
  'GET /{public_key}/request_log/{request_id}': {
    path: { public_key: string; request_id: string };
    answer: LoggedRequestDetails;
  };
  'GET /{public_key}/networks': { path: { public_key: string }; answer: { data: Network[] } };
  'GET /currencies': { answer: { data: { code: string; exponent: number; name: string }[] } };
  'GET /assets': { answer: { data: { code: string; name: string }[] } };
  'GET /healthz': { answer: { status: 'ok' } };
  'GET /readyz': {
    answer: {
      status: 'ready' | 'not_ready';
      checks: { name: string; ok: boolean; detail: string }[];
      networks: { network: string; state: 'ok' | 'delayed' | 'distrusted' }[];
      roles: { role: 'watcher' | 'deliverer'; running: boolean }[];
    };
  };
  'GET /metrics': { answer: string };
  'GET /openapi.json': { answer: Record<string, unknown> };
  'GET /dashboard/api/session': { answer: SignedIn | SignedOut };
  'POST /dashboard/api/setup': {
    body: { token: string; business_name: string; email: string; password: string };
    answer: SignedIn;
  };
  'POST /dashboard/api/sign_up': {
    body: { business_name: string; email: string; password: string };
    answer: { detail: string };
  };
  'POST /dashboard/api/sign_in': {
    body: { email: string; password: string; code?: string; passkey?: string; remember_device?: boolean };
    answer: SignedIn;
  };
  'POST /dashboard/api/sign_out': { answer: undefined };
  'POST /dashboard/api/password_reset/request': { body: { email: string }; answer: { detail: string } };
  'POST /dashboard/api/password_reset/view': { body: { token: string }; answer: ViewedPasswordReset };
  'POST /dashboard/api/password_reset': { body: { token: string; password: string }; answer: undefined };
  'GET /dashboard/api/sessions': { answer: { data: Device[] } };
  'DELETE /dashboard/api/sessions/{session_id}': { path: { session_id: string }; answer: undefined };
  'GET /dashboard/api/security': { answer: Security };
  'POST /dashboard/api/password': { body: { password?: string; new_password: string }; answer: undefined };
  'POST /dashboard/api/session/second_factor': { body: { code?: string; passkey?: string }; answer: undefined };
  'POST /dashboard/api/totp': { body: { password?: string }; answer: TotpOffer };
  'POST /dashboard/api/totp/confirm': { body: { code: string }; answer: RecoveryCodes };
  'POST /dashboard/api/totp/remove': { body: { password?: string }; answer: undefined };
  'POST /dashboard/api/recovery_codes': { body: { password?: string }; answer: RecoveryCodes };
  'POST /dashboard/api/passkeys/options': { body: { password?: string }; answer: PasskeyOptions };
  'POST /dashboard/api/passkeys': { body: { name: string; response: string }; answer: NewPasskey };
  'POST /dashboard/api/passkeys/{passkey_id}/remove': {
    path: { passkey_id: string };
    body: { password?: string };
    answer: undefined;
  };
  'POST /dashboard/api/passkeys/challenge': { answer: PasskeyOptions };
  'POST /dashboard/api/sign_in/passkey': { body: { response: string }; answer: SignedIn };
  'DELETE /dashboard/api/trusted_devices/{device_id}': { path: { device_id: string }; answer: undefined };
  'GET /dashboard/api/notices': { answer: Notices };
  'PUT /dashboard/api/notices': { body: { enabled: boolean }; answer: Notices };
  'GET /dashboard/api/checklist': { answer: Checklist };
  'POST /dashboard/api/{mode}/create_checkout_payment_intent': {
    path: { mode: 'test' | 'live' };
    body: {
      customer: { name: string; email: string; phone_number: string };
      total_amount: number;
      items: { item_id: string; quantity: number }[];
      currency_displayed: string;
      tax_percent: number | string;
      tax_amount: number;
      crypto_amount_requested: string;
      exchange_rate: string;
      billing_address: { address: string; city: string; state: string; country: string; postal_code: string };
      shipping_address: { address: string; city: string; state: string; country: string; postal_code: string };
      metadata?: Record<string, string>;
      order_id?: string;
      description?: string;
      return_url?: string;
      cancel_url?: string;
      expires_in?: number;
      locale?: string;
    };
    answer: { payment_intent_response: { message: string; payment_intent_id: string; payment_intent?: PaymentIntent } };
  };
  'GET /dashboard/api/{mode}/payment_intents': {
    path: { mode: 'test' | 'live' };
    query?: {
      search?: string | undefined;
      status?:
        | 'requires_payment'
        | 'processing'
        | 'partially_paid'
        | 'succeeded'
        | 'expired'
        | 'canceled'
        | 'needs_review'
        | undefined;
      asset?: string | undefined;
      network?: string | undefined;
      currency?: string | undefined;
      amount_min?: string | undefined;
      amount_max?: string | undefined;
      email?: string | undefined;
      order_id?: string | undefined;
      created_after?: string | undefined;
      created_before?: string | undefined;
      limit?: string | undefined;
      cursor?: string | undefined;
    };
    answer: { data: PaymentIntent[]; next_cursor: string | null };
  };
  'GET /dashboard/api/{mode}/payment_intents/{payment_intent_id}': {
    path: { mode: 'test' | 'live'; payment_intent_id: string };
    answer: PaymentIntent;
  };
  'POST /dashboard/api/{mode}/payment_intents/{payment_intent_id}/cancel': {
    path: { mode: 'test' | 'live'; payment_intent_id: string };
    query?: { force?: 'true' | undefined };
    answer: PaymentIntent;
  };
  'POST /dashboard/api/{mode}/payment_intents/{payment_intent_id}/resolve': {
    path: { mode: 'test' | 'live'; payment_intent_id: string };
    body: { decision: 'accept' | 'reject'; reason: string; password?: string };
    answer: PaymentIntent;
  };
  'POST /dashboard/api/{mode}/payment_intents/{payment_intent_id}/mark_paid': {
    path: { mode: 'test' | 'live'; payment_intent_id: string };
    body: { reason: string; password?: string };
    answer: PaymentIntent;
  };
  'GET /dashboard/api/{mode}/changes': { path: { mode: 'test' | 'live' }; answer: string };
  'GET /dashboard/api/views': { answer: { data: SavedView[] } };
  'POST /dashboard/api/views': { body: { name: string; query: string }; answer: SavedView };
  'DELETE /dashboard/api/views/{view_id}': { path: { view_id: string }; answer: undefined };
  'POST /dashboard/api/{mode}/payment_intents/{payment_intent_id}/simulate': {
    path: { mode: 'test' | 'live'; payment_intent_id: string };
    body: {
      kind: 'full' | 'partial' | 'over' | 'late' | 'wrong_asset' | 'replace' | 'reorg' | 'deep_reorg' | 'expire';
    };
    answer: PaymentIntent;
  };
  'GET /dashboard/api/{mode}/invoices': {
    path: { mode: 'test' | 'live' };
    query?: {
      issued_after?: string | undefined;
      issued_before?: string | undefined;
      limit?: string | undefined;
      cursor?: string | undefined;
    };
    answer: { data: ListedInvoice[]; next_cursor: string | null };
  };
  'GET /dashboard/api/{mode}/invoices/{payment_intent_id}': {
    path: { mode: 'test' | 'live'; payment_intent_id: string };
    query?: { number?: string | undefined; expires?: string | undefined; signature?: string | undefined };
    answer: Invoice;
  };
  'POST /dashboard/api/{mode}/customers/export': {
    path: { mode: 'test' | 'live' };
    body: { email: string; cursor?: string };
    answer: CustomerExport;
  };
  'POST /dashboard/api/{mode}/customers/erase': {
    path: { mode: 'test' | 'live' };
    body: { email: string; invoices?: boolean };
    answer: Erasure;
  };
  'GET /dashboard/api/{mode}/items': {
    path: { mode: 'test' | 'live' };
    query?: { limit?: string | undefined; cursor?: string | undefined };
    answer: { data: Item[]; next_cursor: string | null };
  };
  'POST /dashboard/api/{mode}/items': {
    path: { mode: 'test' | 'live' };
    body: { item_id: string; name: string; unit_amount: number; currency: string } | string;
    answer: ImportReport | Item;
  };
  'PUT /dashboard/api/{mode}/items/{item_id}': {
    path: { mode: 'test' | 'live'; item_id: string };
    body: { name: string; unit_amount: number; currency: string };
    answer: Item;
  };
  'DELETE /dashboard/api/{mode}/items/{item_id}': {
    path: { mode: 'test' | 'live'; item_id: string };
    answer: { item_id: string; deleted: true };
  };
  'GET /dashboard/api/{mode}/wallets': {
    path: { mode: 'test' | 'live' };
    answer: { data: Wallet[]; released: ReleasedWallet[] };
  };
  'POST /dashboard/api/{mode}/wallets': {
    path: { mode: 'test' | 'live' };
    body: {
      network: string;
      address?: string;
      xpub?: string;
      script_type?: 'p2wpkh' | 'p2sh-p2wpkh' | 'p2pkh' | 'p2tr';
      start_index?: number;
      proof?: { issued_at: string; signature: string };
      dry_run?: boolean;
      password?: string;
    };
    answer: Wallet;
  };
  'POST /dashboard/api/{mode}/wallets/challenge': {
    path: { mode: 'test' | 'live' };
    body: { network: string; address: string };
    answer: WalletChallenge;
  };
  'DELETE /dashboard/api/{mode}/wallets/{wallet_id}': {
    path: { mode: 'test' | 'live'; wallet_id: string };
    body: { password: string };
    answer: { id: string; deleted: true };
  };
  'GET /dashboard/api/{mode}/transfers': {
    path: { mode: 'test' | 'live' };
    query?: {
      state?: 'unmatched' | 'all' | undefined;
      payment_intent_id?: string | undefined;
      limit?: string | undefined;
      cursor?: string | undefined;
    };
    answer: {
      data: Transfer[];
      next_cursor: string | null;
      dust: { network: string; asset: string; transfers: number; amount: string }[];
    };
  };
  'POST /dashboard/api/{mode}/transfers/{transfer_id}/assign': {
    path: { mode: 'test' | 'live'; transfer_id: string };
    body: { payment_intent_id: string; password?: string };
    answer: PaymentIntent;
  };
  'GET /dashboard/api/{mode}/exports/payments.{export_format}': {
    path: { mode: 'test' | 'live'; export_format: 'csv' | 'jsonl' };
    query?: {
      search?: string | undefined;
      status?:
        | 'requires_payment'
        | 'processing'
        | 'partially_paid'
        | 'succeeded'
        | 'expired'
        | 'canceled'
        | 'needs_review'
        | undefined;
      asset?: string | undefined;
      network?: string | undefined;
      currency?: string | undefined;
      amount_min?: string | undefined;
      amount_max?: string | undefined;
      email?: string | undefined;
      order_id?: string | undefined;
      created_after?: string | undefined;
      created_before?: string | undefined;
    };
    answer: string;
  };
  'GET /dashboard/api/{mode}/exports/transfers.{export_format}': {
    path: { mode: 'test' | 'live'; export_format: 'csv' | 'jsonl' };
    query?: { state?: 'unmatched' | 'all' | undefined; payment_intent_id?: string | undefined };
    answer: string;
  };
  'GET /dashboard/api/{mode}/exports/invoices.{export_format}': {
    path: { mode: 'test' | 'live'; export_format: 'csv' | 'jsonl' };
    query?: { issued_after?: string | undefined; issued_before?: string | undefined };
    answer: string;
  };
  'GET /dashboard/api/{mode}/events': {
    path: { mode: 'test' | 'live' };
    query?: {
      type?: string | undefined;
      payment_intent_id?: string | undefined;
      payment_intent?: string | undefined;
      limit?: string | undefined;
      cursor?: string | undefined;
    };
    answer: { data: Event[]; next_cursor: string | null };
  };
  'GET /dashboard/api/{mode}/events/{event_id}': {
    path: { mode: 'test' | 'live'; event_id: string };
    answer: EventDetails;
  };
  'POST /dashboard/api/{mode}/events/{event_id}/resend': {
    path: { mode: 'test' | 'live'; event_id: string };
    body: { endpoint?: string };
    answer: { data: Delivery[] };
  };
  'GET /dashboard/api/{mode}/webhook_endpoints': {
    path: { mode: 'test' | 'live' };
    answer: { data: WebhookEndpoint[] };
  };
  'POST /dashboard/api/{mode}/webhook_endpoints': {
    path: { mode: 'test' | 'live' };
    body: { url: string; description?: string; events: string[]; password?: string };
    answer: NewWebhookEndpoint;
  };
  'GET /dashboard/api/{mode}/webhook_endpoints/{endpoint_id}': {
    path: { mode: 'test' | 'live'; endpoint_id: string };
    answer: WebhookEndpoint;
  };
  'PATCH /dashboard/api/{mode}/webhook_endpoints/{endpoint_id}': {
    path: { mode: 'test' | 'live'; endpoint_id: string };
    body: { url?: string; description?: string; events?: string[]; status?: 'enabled' | 'disabled'; password?: string };
    answer: WebhookEndpoint;
  };
  'DELETE /dashboard/api/{mode}/webhook_endpoints/{endpoint_id}': {
    path: { mode: 'test' | 'live'; endpoint_id: string };
    body: { password?: string };
    answer: { id: string; deleted: true };
  };
  'GET /dashboard/api/{mode}/deliveries': {
    path: { mode: 'test' | 'live' };
    query?: {
      endpoint?: string | undefined;
      event?: string | undefined;
      payment_intent_id?: string | undefined;
      state?: 'pending' | 'delivered' | 'failed' | undefined;
      limit?: string | undefined;
      cursor?: string | undefined;
    };
    answer: { data: Delivery[]; next_cursor: string | null };
  };
  'GET /dashboard/api/{mode}/deliveries/{delivery_id}': {
    path: { mode: 'test' | 'live'; delivery_id: string };
    answer: DeliveryDetails;
  };
  'POST /dashboard/api/{mode}/webhook_endpoints/{endpoint_id}/test': {
    path: { mode: 'test' | 'live'; endpoint_id: string };
    answer: Delivery;
  };
  'POST /dashboard/api/{mode}/webhook_endpoints/{endpoint_id}/resend': {
    path: { mode: 'test' | 'live'; endpoint_id: string };
    body: { state?: 'failed'; after?: number; before?: number };
    answer: { resent: number };
  };
  'POST /dashboard/api/{mode}/deliveries/{delivery_id}/resend': {
    path: { mode: 'test' | 'live'; delivery_id: string };
    answer: Delivery;
  };
  'POST /dashboard/api/{mode}/webhook_endpoints/{endpoint_id}/roll_secret': {
    path: { mode: 'test' | 'live'; endpoint_id: string };
    body: { overlap: 'now' | '1h' | '24h' | '7d'; password?: string };
    answer: NewWebhookEndpoint;
  };
  'GET /dashboard/api/{mode}/webhook_endpoints/health': {
    path: { mode: 'test' | 'live' };
    answer: { data: EndpointHealth[] };
  };
  'GET /dashboard/api/{mode}/request_log': {
    path: { mode: 'test' | 'live' };
    query?: {
      status?: string | undefined;
      method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | undefined;
      route?: string | undefined;
      key_id?: string | undefined;
      code?: string | undefined;
      problem?: string | undefined;
      payment_intent_id?: string | undefined;
      after?: string | undefined;
      before?: string | undefined;
      limit?: string | undefined;
      cursor?: string | undefined;
    };
    answer: { data: LoggedRequest[]; next_cursor: string | null };
  };
  'GET /dashboard/api/{mode}/request_log/{request_id}': {
    path: { mode: 'test' | 'live'; request_id: string };
    answer: LoggedRequestDetails;
  };
  'GET /dashboard/api/{mode}/networks': { path: { mode: 'test' | 'live' }; answer: { data: Network[] } };
  'GET /dashboard/api/{mode}/api_keys': { path: { mode: 'test' | 'live' }; answer: { data: ApiKey[] } };
  'POST /dashboard/api/{mode}/api_keys': {
    path: { mode: 'test' | 'live' };
    body: {
      name: string;
      scopes?: ('payments:read' | 'payments:write' | 'webhooks:write' | 'payments:override' | 'wallets:write')[];
      allowed_cidrs?: string[];
      expires_at?: string | null;
      password?: string;
    };
    answer: NewApiKey;
  };
  'POST /dashboard/api/{mode}/api_keys/{key_id}/roll': {
    path: { mode: 'test' | 'live'; key_id: string };
    body: { overlap: 'now' | '1h' | '24h' | '7d'; password?: string };
    answer: NewApiKey;
  };
  'POST /dashboard/api/{mode}/api_keys/{key_id}/revoke': {
    path: { mode: 'test' | 'live'; key_id: string };
    answer: ApiKey;
  };
  'POST /dashboard/api/{mode}/api_keys/{key_id}/reveal': {
    path: { mode: 'test' | 'live'; key_id: string };
    answer: { private_key: string };
  };
  'GET /dashboard/api/settings': { answer: Settings };
  'PATCH /dashboard/api/settings': {
    body: {
      name?: string;
      logo?: string | null;
      accent_color?: string | null;
      support?: string | null;
      allowed_origins?: string[];
      expires_in?: number;
      tolerance_percent?: string | number;
      tolerance_amount?: string | number;
      late_policy?: { stablecoin_seconds?: number; other_seconds?: number };
      log_bodies?: { test?: boolean; live?: boolean };
      legal_name?: string | null;
      address?: string[];
      tax_id?: string | null;
      invoice_prefix?: string;
      invoice_footer?: string | null;
    };
    answer: Settings;
  };
  'POST /dashboard/api/settings/preview': {
    body: { name?: string; logo?: string | null; accent_color?: string | null; support?: string | null };
    answer: { html: string };
  };
  'GET /dashboard/api/team': { answer: Team };
  'PATCH /dashboard/api/team/members/{user_id}': {
    path: { user_id: string };
    body: { role: 'owner' | 'developer' | 'accountant' | 'support'; password?: string };
    answer: Member;
  };
  'DELETE /dashboard/api/team/members/{user_id}': {
    path: { user_id: string };
    body: { password?: string };
    answer: undefined;
  };
  'POST /dashboard/api/team/invitations': {
    body: { email: string; role: 'owner' | 'developer' | 'accountant' | 'support'; password?: string };
    answer: NewInvitation;
  };
  'DELETE /dashboard/api/team/invitations/{invitation_id}': { path: { invitation_id: string }; answer: undefined };
  'POST /dashboard/api/invitation': { body: { token: string }; answer: ViewedInvitation };
  'POST /dashboard/api/invitation/accept': { body: { token: string; password: string }; answer: SignedIn };
  'GET /dashboard/api/roles': { answer: Roles };
  'GET /dashboard/api/audit_log': {
    query?: {
      actor?: string | undefined;
      kind?: string | undefined;
      limit?: string | undefined;
      cursor?: string | undefined;
    };
    answer: { data: AuditEntry[]; next_cursor: string | null };
  };
  'GET /dashboard/api/data_stores': { answer: { data: DataStore[]; moves: MerchantMove[] } };
  'GET /dashboard/api/openapi.json': { answer: Record<string, unknown> };
}
