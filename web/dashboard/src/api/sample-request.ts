/** A small but complete example request whose amounts add up. */
export const SAMPLE_REQUEST = `{
    "customer": {"name": "Ada Jansen", "email": "ada@example.com", "phone_number": "+31 20 555 0100"},
    "total_amount": 12100,
    "items": [{"item_id": "sku_tulip_bulbs", "quantity": 2}],
    "currency_displayed": "USD",
    "tax_percent": 21,
    "tax_amount": 2100,
    "crypto_amount_requested": "0.46342 SOL",
    "exchange_rate": "1 SOL = $261.10",
    "order_id": "order-1001",
    "billing_address": {"address": "Keizersgracht 126", "city": "Amsterdam", "state": "Noord-Holland", "country": "NL", "postal_code": "1015 CW"},
    "shipping_address": {"address": "Keizersgracht 126", "city": "Amsterdam", "state": "Noord-Holland", "country": "NL", "postal_code": "1015 CW"}
  }`;
