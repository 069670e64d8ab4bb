-- What real chains need: who decided what by hand, what a payment spends and how it was lost, places that share an
-- address, and money that reached a merchant and counts for no intent.

ALTER TABLE florin_data.payment_intents
  ADD COLUMN decision text CHECK (decision IN ('accepted', 'rejected')),
  ADD COLUMN decision_reason text,
  ADD COLUMN decided_at timestamptz,
  -- So much final money was enough when it succeeded: being stricter later takes nothing back.
  ADD COLUMN settled_with numeric(36, 18),
  -- Transfers that name this intent and another one.
  ADD COLUMN doubts text[] NOT NULL DEFAULT '{}';

ALTER TABLE florin_data.payments
  -- A token may have more units than any coin: up to 2^256 of them.
  ALTER COLUMN amount TYPE numeric(96, 18),
  ADD COLUMN void_reason text CHECK (void_reason IN ('replaced', 'missing')),
  ADD COLUMN spends text[] NOT NULL DEFAULT '{}',
  ADD COLUMN reorged boolean NOT NULL DEFAULT false,
  ADD COLUMN missing_since timestamptz;

UPDATE florin_data.payment_intents AS intent SET settled_with = least(crypto_amount, (
  SELECT sum(amount) FROM florin_data.payments AS payment
  WHERE payment.merchant_id = intent.merchant_id AND payment.livemode = intent.livemode
    AND payment.intent_id = intent.id AND payment.asset = intent.asset AND payment.state = 'final'))
WHERE status = 'succeeded';

-- A transfer counts once, whatever else goes wrong.
CREATE UNIQUE INDEX payments_transfer ON florin_data.payments (network, tx, tx_index);

-- What was final and stands in a block that is rolled back.
CREATE INDEX payments_final ON florin_data.payments (network, block_height) WHERE state = 'final';

ALTER TABLE florin_data.targets
  ADD COLUMN reference text,
  ADD COLUMN required integer NOT NULL DEFAULT 2 CHECK (required > 0),
  -- So long the network is read for its sake.
  ADD COLUMN watched_until timestamptz;

UPDATE florin_data.targets SET watched_until = assigned_at + interval '37 days';
ALTER TABLE florin_data.targets
  ALTER COLUMN required DROP DEFAULT,
  ALTER COLUMN watched_until SET NOT NULL;

-- What a transfer is matched by: its reference where the address is shared, else the address.
DROP INDEX florin_data.targets_address;
CREATE UNIQUE INDEX targets_key ON florin_data.targets (network, coalesce(reference, address));
CREATE INDEX targets_shared ON florin_data.targets (network, address) WHERE reference IS NOT NULL;
CREATE INDEX targets_watched ON florin_data.targets (network, watched_until);

ALTER TABLE florin_data.scans
  ADD COLUMN tip_height bigint NOT NULL DEFAULT 0,
  -- The lease under which the cursor was moved last: an older one moves it no more.
  ADD COLUMN token bigint NOT NULL DEFAULT 0;

-- Money that reached a merchant and counts for no intent, with the reason.
CREATE TABLE florin_data.transfers (
  merchant_id uuid NOT NULL,
  livemode boolean NOT NULL,
  id uuid NOT NULL,
  network text NOT NULL,
  tx text NOT NULL,
  tx_index integer NOT NULL,
  address text NOT NULL,
  asset text,
  token text,
  amount numeric(96, 18) NOT NULL CHECK (amount >= 0),
  block_height bigint,
  refusal text NOT NULL,
  -- The intent that it names, where it names one.
  intent_id uuid,
  first_seen_at timestamptz NOT NULL,
  kept_at timestamptz NOT NULL,
  -- The intent that a person found it to be for.
  assigned_to uuid,
  assigned_at timestamptz,
  PRIMARY KEY (merchant_id, livemode, id),
  UNIQUE (merchant_id, livemode, network, tx, tx_index)
);

CREATE INDEX transfers_intent ON florin_data.transfers (merchant_id, livemode, intent_id) WHERE intent_id IS NOT NULL;
