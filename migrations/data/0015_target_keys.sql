-- What a transfer can carry to name an intent, each once per network: an address, a reference, or an address with an asset
-- and an exact amount. An amount is held until nobody can pay it any more; then another intent may take it over.
-- A node of the version before writes targets without keys, so a lookup also reads the targets themselves.

CREATE TABLE florin_data.target_keys (
  network text NOT NULL,
  -- The address, the reference, or address/asset/amount.
  key text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('address', 'reference', 'amount')),
  merchant_id uuid NOT NULL,
  livemode boolean NOT NULL,
  intent_id uuid NOT NULL,
  address text NOT NULL,
  -- Only of an amount: what is due plus a tail that makes it unique.
  asset text,
  amount numeric(96, 18) CHECK (amount > 0),
  tail numeric(96, 18) NOT NULL DEFAULT 0 CHECK (tail >= 0),
  assigned_at timestamptz NOT NULL,
  held_until timestamptz,
  PRIMARY KEY (network, key)
);

CREATE INDEX target_keys_amounts ON florin_data.target_keys (network, address, asset, amount) WHERE kind = 'amount';
CREATE INDEX target_keys_intent ON florin_data.target_keys (merchant_id, livemode, intent_id);

INSERT INTO florin_data.target_keys (network, key, kind, merchant_id, livemode, intent_id, address, assigned_at)
SELECT network, coalesce(reference, address), CASE WHEN reference IS NULL THEN 'address' ELSE 'reference' END,
  merchant_id, livemode, intent_id, address, assigned_at
FROM florin_data.targets;
