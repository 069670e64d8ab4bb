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

/** What to send without the link or the QR code, for example from an exchange. */
export interface ManualPayment {
  address: string;
  /** Identifies the payment where many payments share the address, so it may differ slightly from the remaining amount. */
  amount: string;
}

/** A payment as the receipt lists it. */
export interface ReceiptPayment {
  network: string;
  network_name: string;
  tx: string;
  /** The page of a block explorer; `null` where there is none. */
  explorer_url: string | null;
  asset: string;
  amount: string;
}

/** What a payer keeps after the payment. */
export interface Receipt {
  paid_at: string | null;
  payments: ReceiptPayment[];
  /** How many payments are not listed. */
  more_payments: number;
}

/** One way to pay: a network, the remaining amount, and the payment target. */
export interface PaymentOption {
  network: string;
  network_name: string;
  asset: string;
  /** What to send. */
  amount: string;
  address: string;
  /**
   * Carries the amount and, where many payments share the address, the reference of this one. `null` if only a browser
   * wallet can name the payment.
   */
  uri: string | null;
  /** What the QR code holds. Nodes of the previous version leave it out; there it is the link. */
  qr?: string | null;
  /** Whether payments are matched by this exact amount alone. Nodes of the previous version leave it out. */
  exact?: boolean;
  /** The network's coin, in which its fees are paid. Nodes of the previous version leave it out. */
  coin?: string;
  /** `null` if a payment without the link could not be matched. Nodes of the previous version leave it out. */
  manual?: ManualPayment | null;
  /** Whether payments on the network can be seen right now. Nodes of the previous version leave it out. */
  visible?: boolean;
  /** The network's name for browser wallets; `null` if no browser wallet can pay on it. */
  wallet_chain: string | null;
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
  merchant: {
    name: string;
    logo_url: string | null;
    accent_color: string | null;
    /** An email address or an https URL. Nodes of the previous version leave it out. */
    support?: string | null;
  };
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
  /** As the merchant sent it, such as `1 SOL = $176.66`. Nodes of the previous version leave it out. */
  exchange_rate?: string;
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
  /** `null` unless the payment succeeded. Nodes of the previous version leave it out. */
  receipt?: Receipt | null;
  visibility: 'ok' | 'delayed';
  review_cause: string | null;
  flags: string[];
  expires_at: string;
  server_time: string;
  return_url: string | null;
  cancel_url: string | null;
  locale: string | null;
}
