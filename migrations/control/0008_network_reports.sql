-- When a worker last reported on a network: silence means that nobody watches it.

ALTER TABLE florin_control.networks ADD COLUMN reported_at timestamptz;
