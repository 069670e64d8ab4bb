-- The last number of an event, per merchant and mode. A restore adds 1,000,000, so that numbers issued after the backup
-- are never issued again.

CREATE TABLE florin_data.event_counters (
  merchant_id uuid NOT NULL,
  livemode boolean NOT NULL,
  last_number bigint NOT NULL,
  PRIMARY KEY (merchant_id, livemode)
);
