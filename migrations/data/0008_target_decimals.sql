-- How finely the network counts the asset of the intent: what is due is rounded up to that unit for the payer, and the
-- rounding is no overpayment. Places from before count as finely as any, as they did.

ALTER TABLE florin_data.targets
  ADD COLUMN decimals smallint NOT NULL DEFAULT 18 CHECK (decimals BETWEEN 0 AND 18);
