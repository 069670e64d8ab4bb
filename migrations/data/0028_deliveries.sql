-- One event to one endpoint, with the body that every attempt sends. `next_attempt_at` is NULL while a delivery waits for an
-- earlier event of the same intent. Partitioned by month, like the outbox.

CREATE TABLE florin_data.deliveries (
  merchant_id uuid NOT NULL,
  livemode boolean NOT NULL,
  id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  event_id uuid NOT NULL,
  event_type text NOT NULL,
  number bigint NOT NULL,
  intent_id uuid,
  body text NOT NULL,
  state text NOT NULL CHECK (state IN ('pending', 'delivered', 'failed')),
  -- Whether later events of the intent wait for it. What is sent again does not hold anything up.
  ordered boolean NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz,
  claimed_until timestamptz,
  claim_token uuid,
  last_status integer,
  last_ms integer,
  last_error text,
  delivered_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, id, created_at)
) PARTITION BY RANGE (created_at);

-- Which endpoints have something due, and what is due first.
CREATE INDEX deliveries_due ON florin_data.deliveries (endpoint_id, next_attempt_at) WHERE state = 'pending';
-- What holds up the next event of an intent, and what waits for it.
CREATE INDEX deliveries_of_intent ON florin_data.deliveries (endpoint_id, intent_id, number) WHERE state = 'pending';
CREATE INDEX deliveries_of_endpoint ON florin_data.deliveries (merchant_id, livemode, endpoint_id, id);
CREATE INDEX deliveries_of_event ON florin_data.deliveries (merchant_id, livemode, event_id);
-- Few deliveries are pending or failed among many that arrived.
CREATE INDEX deliveries_unfinished ON florin_data.deliveries (merchant_id, livemode, id, endpoint_id) WHERE state <> 'delivered';
