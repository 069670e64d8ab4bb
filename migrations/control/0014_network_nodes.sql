-- The nodes of a network as its worker sees them, and the time of its newest block by the chain's clock. The version before
-- writes neither.

ALTER TABLE florin_control.networks
  ADD COLUMN nodes jsonb,
  ADD COLUMN tip_time timestamptz;
