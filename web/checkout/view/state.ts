/** Every status that an intent can have. */
export type CheckoutStatus =
  | 'requires_payment'
  | 'processing'
  | 'partially_paid'
  | 'succeeded'
  | 'expired'
  | 'canceled'
  | 'needs_review';

/** Why an intent cannot be paid at present. */
export type UnpayableReason = 'no_wallet' | 'unknown_asset' | 'network_not_watched';

export interface CheckoutItem {
  item_id: string;
  /** The catalogue's name, else the item's id. */
  name: string;
  quantity: number;
  unit_amount: number | null;
}

/** One way to pay: a network, the amount that is still to pay there, and where to send it. */
export interface PaymentOption {
  network: string;
  network_name: string;
  asset: string;
  amount: string;
  address: string;
  uri: string;
  /** By what name wallets in a browser know the network; `null` where none can pay there. */
  wallet_chain: string | null;
}

/**
 * What a payer may know of an intent. Fiat amounts are integers in the currency's smallest unit, crypto amounts are
 * decimal strings. Nothing in it says who the customer is.
 */
export interface CheckoutState {
  payment_intent_id: string;
  status: CheckoutStatus;
  /** Grows with each change; an older state that arrives late is thrown away. */
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
  /** Empty unless money is awaited. */
  options: PaymentOption[];
  /** No address was given yet: a server has pulled the HTML, and the first look from the payer's browser gives it one. */
  options_pending: boolean;
  /** Of the payment that is farthest from final. */
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
