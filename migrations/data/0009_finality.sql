-- What makes a payment final is a number of blocks, an age, or the chain's own word: {"blocks": 3}, {"seconds": 10} or
-- {"tag": "finalized"}. Rows of the previous version have none and count by blocks, as the column required says.

ALTER TABLE florin_data.targets ADD COLUMN requirement jsonb;
ALTER TABLE florin_data.payments ADD COLUMN requirement jsonb;

-- The heights up to which the chain itself calls its blocks safe and finalized.
ALTER TABLE florin_data.scans ADD COLUMN safe_height bigint, ADD COLUMN finalized_height bigint;
