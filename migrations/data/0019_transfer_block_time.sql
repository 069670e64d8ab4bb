-- The time of the transfer's block, which it keeps when it is assigned and becomes a payment.

ALTER TABLE florin_data.transfers ADD COLUMN block_time timestamptz;
