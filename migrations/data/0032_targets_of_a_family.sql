-- How a target is matched: one that only an exact amount can match may have a reference too. Rows of the version before have
-- none, and are matched by what their reference says.
ALTER TABLE florin_data.targets
  ADD COLUMN matched_by text CHECK (matched_by IN ('address', 'reference', 'amount')),
  -- Until when a payment in the network's own coin can arrive. Null for a token, and in rows of the version before, which
  -- watches no network that has to know it.
  ADD COLUMN coin_until timestamptz;

CREATE INDEX targets_coin ON florin_data.targets (network, coin_until) WHERE coin_until IS NOT NULL;

-- The derived addresses that are watched, however many are no longer.
CREATE INDEX targets_own_watched ON florin_data.targets (network, watched_until, address) WHERE reference IS NULL;
