-- The time of the transfer's block, which it keeps when it is assigned and becomes a payment.
-- Old transfers that nobody assigned are deleted.

ALTER TABLE florin_data.transfers ADD COLUMN block_time timestamptz;

CREATE INDEX transfers_unassigned ON florin_data.transfers (kept_at) WHERE assigned_to IS NULL;
