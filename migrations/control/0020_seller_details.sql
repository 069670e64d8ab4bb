-- What invoices say about the seller.

ALTER TABLE florin_control.merchant_settings
  ADD COLUMN legal_name text,
  ADD COLUMN seller_address text[] NOT NULL DEFAULT '{}',
  ADD COLUMN tax_id text,
  ADD COLUMN invoice_prefix text NOT NULL DEFAULT 'INV-',
  ADD COLUMN invoice_footer text;
