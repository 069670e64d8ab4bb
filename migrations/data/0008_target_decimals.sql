-- The number of decimals of the intent's asset on this network. The amount due is rounded up to that unit for the payer, and
-- the rounding is not an overpayment. Older targets keep 18 decimals.

ALTER TABLE florin_data.targets
  ADD COLUMN decimals smallint NOT NULL DEFAULT 18 CHECK (decimals BETWEEN 0 AND 18);
