/** The body of the create operation, after validation. Other members stay in the text and are never read. */
export interface IntentRequest {
  customer: { name: string; email: string; phone_number: string };
  total_amount: number;
  items: { item_id: string; quantity: number }[];
  currency_displayed: string;
  tax_percent: number | string;
  tax_amount: number;
  crypto_amount_requested: string;
  exchange_rate: string;
  billing_address: Address;
  shipping_address: Address;
  metadata?: Record<string, string>;
  order_id?: string;
  description?: string;
  return_url?: string;
  cancel_url?: string;
  expires_in?: number;
  locale?: string;
}

export interface Address {
  address: string;
  city: string;
  state: string;
  country: string;
  postal_code: string;
}
