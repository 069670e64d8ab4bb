-- The time of the payment's block. A payment that was seen in time and included much later counts from its block.
-- Null while it is in no block. Payments of the version before have none and count from when they were first seen.

ALTER TABLE florin_data.payments ADD COLUMN block_time timestamptz;
