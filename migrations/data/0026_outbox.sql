-- The numbered events, partitioned by the month in which they got their numbers, so that old ones are dropped without a
-- DELETE. What an event of an intent changed stands in `events`, which is kept; an event of the merchant carries its object
-- here.

CREATE TABLE florin_data.outbox (
  merchant_id uuid NOT NULL,
  livemode boolean NOT NULL,
  number bigint NOT NULL,
  event_id uuid NOT NULL,
  type text NOT NULL,
  intent_id uuid,
  sequence integer,
  object json,
  happened_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, number, created_at)
) PARTITION BY RANGE (created_at);

CREATE INDEX outbox_event ON florin_data.outbox (merchant_id, livemode, event_id);
-- A list of rare types reads no others.
CREATE INDEX outbox_type ON florin_data.outbox (merchant_id, livemode, type, number);
