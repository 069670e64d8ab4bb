-- Payment targets, payments, and how far each network has been scanned for this database.

ALTER TABLE florin_data.payment_intents
  ADD COLUMN canceled_at timestamptz,
  ADD COLUMN review_cause text,
  ADD COLUMN review_from text,
  ADD COLUMN flags text[] NOT NULL DEFAULT '{}',
  -- When to check the expiry again; null means at expires_at.
  ADD COLUMN look_at timestamptz;

UPDATE florin_data.payment_intents SET canceled_at = created_at WHERE status = 'canceled';

-- The expiry worker reads open intents, the earliest first.
CREATE INDEX payment_intents_open ON florin_data.payment_intents (coalesce(look_at, expires_at))
  WHERE status IN ('requires_payment', 'processing', 'partially_paid');

CREATE TABLE florin_data.targets (
  merchant_id uuid NOT NULL,
  livemode boolean NOT NULL,
  intent_id uuid NOT NULL,
  network text NOT NULL,
  address text NOT NULL,
  assigned_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, intent_id, network)
);

CREATE UNIQUE INDEX targets_address ON florin_data.targets (network, address);

CREATE TABLE florin_data.payments (
  merchant_id uuid NOT NULL,
  livemode boolean NOT NULL,
  intent_id uuid NOT NULL,
  network text NOT NULL,
  tx text NOT NULL,
  tx_index integer NOT NULL,
  block_height bigint,
  confirmations integer NOT NULL,
  required integer NOT NULL,
  state text NOT NULL CHECK (state IN ('seen', 'confirmed', 'final', 'void')),
  asset text NOT NULL,
  amount numeric(36, 18) NOT NULL CHECK (amount > 0),
  first_seen_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, intent_id, network, tx, tx_index)
);

CREATE INDEX payments_open ON florin_data.payments (network, block_height) WHERE state IN ('seen', 'confirmed');

CREATE TABLE florin_data.scans (
  network text PRIMARY KEY,
  cursor text NOT NULL,
  scanned_until timestamptz NOT NULL
);
