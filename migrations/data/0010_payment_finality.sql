-- What makes this payment final, as for its target.

ALTER TABLE florin_data.payments ADD COLUMN requirement jsonb;
