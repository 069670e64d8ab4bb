-- The state of each network, and the merchants' wallets.

-- One process at a time holds the lease on a network. The fencing token grows with each new holder, so that a scan by a
-- process that has lost its lease is rejected.
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

-- The text is encrypted, so a copy of this table reveals no extended key. A wallet always belongs to the same merchant, even
-- after it has been removed, and its index only grows, so no address is issued to two intents.
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

-- Transfers in a reorganized block are found by time.
CREATE INDEX simulated_transfers_sent_at ON florin_control.simulated_transfers (sent_at);
