-- Who reads which network and how it goes, and where merchants' money goes.

-- One holder at a time; the token grows with each new one, so that a holder who was away too long can be told apart.
CREATE TABLE florin_control.networks (
  network text PRIMARY KEY,
  holder text NOT NULL,
  token bigint NOT NULL,
  leased_until timestamptz NOT NULL,
  tip_height bigint,
  scanned_until timestamptz,
  fault_kind text CHECK (fault_kind IN ('away', 'distrusted')),
  fault_message text,
  fault_since timestamptz
);

-- The text is sealed: a copy of this table shows nobody's extended key. A wallet belongs to one merchant for good, also
-- after it was removed, and its index only grows: no address is ever given to two intents.
CREATE TABLE florin_control.wallets (
  id uuid PRIMARY KEY,
  merchant_id uuid NOT NULL REFERENCES florin_control.merchants,
  livemode boolean NOT NULL,
  network text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('address', 'extended_key')),
  sealed_text text NOT NULL,
  fingerprint text NOT NULL,
  next_index integer NOT NULL CHECK (next_index >= 0),
  created_at timestamptz NOT NULL,
  effective_at timestamptz NOT NULL,
  removed_at timestamptz,
  UNIQUE (network, fingerprint)
);

CREATE INDEX wallets_merchant ON florin_control.wallets (merchant_id, livemode, network) WHERE removed_at IS NULL;

ALTER TABLE florin_control.simulated_transfers ADD COLUMN script text NOT NULL DEFAULT 'mined';
ALTER TABLE florin_control.simulated_transfers ALTER COLUMN script DROP DEFAULT;

-- What a reorganised block held is found by its time.
CREATE INDEX simulated_transfers_sent_at ON florin_control.simulated_transfers (sent_at);
