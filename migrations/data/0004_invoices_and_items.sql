-- The catalogue: what an item is called and what one of it costs, in the smallest unit of its currency. Pages are in the
-- order of the bytes, so that no change of a locale moves them.
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

-- The last number given out. Whoever issues an invoice holds this row until the invoice is committed, so that a number
-- is neither given twice nor lost with a transaction that fails.
CREATE TABLE florin_data.invoice_series (
  merchant_id uuid NOT NULL,
  livemode boolean NOT NULL,
  last_number integer NOT NULL CHECK (last_number >= 0),
  PRIMARY KEY (merchant_id, livemode)
);

-- An invoice once issued: its number, its time, and what must not change any more (seller, names, prices).
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
