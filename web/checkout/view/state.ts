/** Every status of a payment intent. */
export type CheckoutStatus =
  | 'requires_payment'
  | 'processing'
  | 'partially_paid'
  | 'succeeded'
  | 'expired'
  | 'canceled'
  | 'needs_review';

/** Why a payment intent cannot be paid right now. */
export type UnpayableReason = 'no_wallet' | 'unknown_asset' | 'network_not_watched';

export interface CheckoutItem {
  item_id: string;
  /** The item's name, or its ID if it has none. */
  name: string;
  quantity: number;
  unit_amount: number | null;
}

/** One way to pay: a network, the remaining amount, and the payment target. */
export interface PaymentOption {
  network: string;
  network_name: string;
  asset: string;
  amount: string;
  address: string;
  uri: string;
  /** The network's Wallet Standard identifier; `null` if no browser wallet can pay on it. */
  wallet_chain: string | null;
  /** Whether the server can see the network now. A payment on a network that it cannot see shows up late. */
  visible: boolean;
}

/**
 * What a payer may know about a payment intent. Fiat amounts are integers in the currency's smallest unit, crypto amounts
 * are decimal strings. It contains no customer data.
 */
export interface CheckoutState {
  payment_intent_id: string;
  status: CheckoutStatus;
  /** Increases with each change, so that a stale state can be ignored. */
  sequence: number;
  livemode: boolean;
  merchant: { name: string; logo_url: string | null; accent_color: string | null };
  description: string | null;
  order_id: string | null;
  currency: string;
  currency_exponent: number;
  total_amount: number;
  tax_amount: number;
  tax_percent: number;
  items: CheckoutItem[];
  asset: string;
  asset_name: string;
  amount_due: string;
  amount_received: string;
  amount_pending: string;
  amount_remaining: string;
  overpaid_by: string;
  payable: boolean;
  unpayable_reason: UnpayableReason | null;
  /** Empty unless a payment is expected. */
  options: PaymentOption[];
  /** No payment target is assigned yet: a server fetched the HTML, and the payer's first request assigns one. */
  options_pending: boolean;
  /** For the payment that is furthest from final. */
  confirmations: { count: number; required: number } | null;
  visibility: 'ok' | 'delayed';
  review_cause: string | null;
  flags: string[];
  expires_at: string;
  server_time: string;
  return_url: string | null;
  cancel_url: string | null;
  locale: string | null;
  invoice_url: string | null;
}
