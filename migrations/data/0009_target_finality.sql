-- What makes a payment final is a number of blocks, an age, or the chain's own word: {"blocks": 3}, {"seconds": 10} or
-- {"tag": "finalized"}. Rows of the previous version have none and count by blocks, as the column required says.
-- One table per migration: a transaction that locked several could deadlock with readers of the previous version.

ALTER TABLE florin_data.targets ADD COLUMN requirement jsonb;
