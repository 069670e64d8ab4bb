-- The time of the newest block at the last scan, by the chain's clock: some payments are final after a number of seconds.
-- The version before does not write it. An old time only delays such a payment.

ALTER TABLE florin_data.scans ADD COLUMN tip_time timestamptz;
