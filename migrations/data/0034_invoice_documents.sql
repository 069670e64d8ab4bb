-- An intent can have several documents: an invoice for each success, and a credit note for each that was reversed. Both have
-- numbers of their own series. Rows of the version before are invoices with the prefix that they were shown with. A process
-- of that version keeps issuing invoices with numbers of the same series during a rolling upgrade.

ALTER TABLE florin_data.invoices
  ADD COLUMN kind text NOT NULL DEFAULT 'invoice',
  ADD COLUMN prefix text NOT NULL DEFAULT 'INV-',
  -- The number of the invoice that a credit note cancels.
  ADD COLUMN corrects integer;

ALTER TABLE florin_data.invoices
  ADD CONSTRAINT invoices_kind CHECK ((kind = 'invoice' AND corrects IS NULL) OR (kind = 'credit_note' AND corrects IS NOT NULL))
  NOT VALID;

ALTER TABLE florin_data.invoices
  DROP CONSTRAINT invoices_pkey,
  DROP CONSTRAINT invoices_merchant_id_livemode_number_key,
  ADD PRIMARY KEY (merchant_id, livemode, kind, number);

CREATE INDEX invoices_intent ON florin_data.invoices (merchant_id, livemode, payment_intent_id);
CREATE INDEX invoices_issued ON florin_data.invoices (merchant_id, livemode, issued_at, kind, number);

ALTER TABLE florin_data.invoice_series
  ADD COLUMN last_credit_note integer NOT NULL DEFAULT 0 CHECK (last_credit_note >= 0);
