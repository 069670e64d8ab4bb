-- Payment intents, their events, and idempotency keys. The primary keys begin with merchant and mode, and intent IDs grow
-- with time, so one index serves both the lookup by ID and the pages, newest first.

CREATE TABLE florin_data.payment_intents (
  merchant_id uuid NOT NULL,
  livemode boolean NOT NULL,
  id uuid NOT NULL,
  status text NOT NULL,
  sequence integer NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  total_amount bigint NOT NULL CHECK (total_amount >= 0),
  tax_amount bigint NOT NULL CHECK (tax_amount >= 0),
  tax_percent smallint NOT NULL CHECK (tax_percent BETWEEN 0 AND 100),
  currency text NOT NULL,
  asset text NOT NULL,
  crypto_amount numeric(36, 18) NOT NULL CHECK (crypto_amount > 0),
  customer_email text NOT NULL,
  order_id text,
  warnings jsonb NOT NULL,
  request_body text NOT NULL,
  PRIMARY KEY (merchant_id, livemode, id)
);

CREATE INDEX payment_intents_email
  ON florin_data.payment_intents (merchant_id, livemode, lower(customer_email) text_pattern_ops, id);
CREATE INDEX payment_intents_status ON florin_data.payment_intents (merchant_id, livemode, status, id);
CREATE INDEX payment_intents_asset ON florin_data.payment_intents (merchant_id, livemode, asset, id);
CREATE INDEX payment_intents_order
  ON florin_data.payment_intents (merchant_id, livemode, order_id, id) WHERE order_id IS NOT NULL;

-- The history of an intent, numbered from 1 without gaps. `changes` contains the attributes that the event set, so applying
-- all events of an intent in order gives its state.
CREATE TABLE florin_data.events (
  merchant_id uuid NOT NULL,
  livemode boolean NOT NULL,
  intent_id uuid NOT NULL,
  sequence integer NOT NULL,
  id uuid NOT NULL,
  type text NOT NULL,
  changes jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, intent_id, sequence)
);

CREATE TABLE florin_data.idempotency_keys (
  merchant_id uuid NOT NULL,
  livemode boolean NOT NULL,
  key text NOT NULL,
  body_hash text NOT NULL,
  intent_id uuid NOT NULL,
  answer text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, key)
);

CREATE INDEX idempotency_keys_created_at ON florin_data.idempotency_keys (created_at);
