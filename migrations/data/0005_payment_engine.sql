-- Support for real networks: decisions of the merchant, the inputs of a payment and why it became void, payment targets that
-- share an address, and unmatched transfers.

ALTER TABLE florin_data.payment_intents
  ADD COLUMN decision text CHECK (decision IN ('accepted', 'rejected')),
  ADD COLUMN decision_reason text,
  ADD COLUMN decided_at timestamptz,
  -- The final amount that was enough when the intent succeeded. A stricter policy later does not change the status.
  ADD COLUMN settled_with numeric(36, 18),
  -- Ambiguous transfers: they name this intent and another one.
  ADD COLUMN doubts text[] NOT NULL DEFAULT '{}';

ALTER TABLE florin_data.payments
  -- A token amount can have up to 2^256 units.
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

-- Guarantees that a transfer is credited only once.
CREATE UNIQUE INDEX payments_transfer ON florin_data.payments (network, tx, tx_index);

-- Final payments in a block that is rolled back.
CREATE INDEX payments_final ON florin_data.payments (network, block_height) WHERE state = 'final';

ALTER TABLE florin_data.targets
  ADD COLUMN reference text,
  ADD COLUMN required integer NOT NULL DEFAULT 2 CHECK (required > 0),
  -- The network is scanned for this target until then.
  ADD COLUMN watched_until timestamptz;

UPDATE florin_data.targets SET watched_until = assigned_at + interval '37 days';
ALTER TABLE florin_data.targets
  ALTER COLUMN required DROP DEFAULT,
  ALTER COLUMN watched_until SET NOT NULL;

-- A transfer is matched by its reference if the address is shared, otherwise by its address.
DROP INDEX florin_data.targets_address;
CREATE UNIQUE INDEX targets_key ON florin_data.targets (network, coalesce(reference, address));
CREATE INDEX targets_shared ON florin_data.targets (network, address) WHERE reference IS NOT NULL;
CREATE INDEX targets_watched ON florin_data.targets (network, watched_until);

ALTER TABLE florin_data.scans
  ADD COLUMN tip_height bigint NOT NULL DEFAULT 0,
  -- The fencing token of the lease that moved the cursor last. An older lease cannot move it.
  ADD COLUMN token bigint NOT NULL DEFAULT 0;

-- Unmatched transfers, with the reason.
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
  -- The intent that the transfer names, if any.
  intent_id uuid,
  first_seen_at timestamptz NOT NULL,
  kept_at timestamptz NOT NULL,
  -- The intent that a person assigned it to.
  assigned_to uuid,
  assigned_at timestamptz,
  PRIMARY KEY (merchant_id, livemode, id),
  UNIQUE (merchant_id, livemode, network, tx, tx_index)
);

CREATE INDEX transfers_intent ON florin_data.transfers (merchant_id, livemode, intent_id) WHERE intent_id IS NOT NULL;
