-- The catalog: names and unit prices of items, in the smallest unit of the currency. Pages are in byte order, so that a
-- changed locale does not reorder them.
CREATE TABLE florin_data.items (
  merchant_id uuid NOT NULL,
  livemode boolean NOT NULL,
  item_id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  unit_amount bigint NOT NULL CHECK (unit_amount >= 0),
  currency text NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, item_id)
);

-- The last invoice number. A transaction that issues an invoice locks this row until it commits, so that no number is used
-- twice or lost when a transaction fails.
CREATE TABLE florin_data.invoice_series (
  merchant_id uuid NOT NULL,
  livemode boolean NOT NULL,
  last_number integer NOT NULL CHECK (last_number >= 0),
  PRIMARY KEY (merchant_id, livemode)
);

-- Issued invoices: number, time, and the parts that must not change afterwards (seller, names, prices).
CREATE TABLE florin_data.invoices (
  merchant_id uuid NOT NULL,
  livemode boolean NOT NULL,
  payment_intent_id uuid NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  issued_at timestamptz NOT NULL,
  document jsonb NOT NULL,
  PRIMARY KEY (merchant_id, livemode, payment_intent_id),
  UNIQUE (merchant_id, livemode, number)
);
