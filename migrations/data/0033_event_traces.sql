-- Where the trace of an event continues, for those who number and deliver it in another process. Written only while tracing
-- is on and the trace is recorded, and kept for as long as a delivery is retried.

CREATE TABLE florin_data.event_traces (
  merchant_id uuid NOT NULL,
  livemode boolean NOT NULL,
  event_id uuid NOT NULL,
  traceparent text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, event_id)
);

CREATE INDEX event_traces_age ON florin_data.event_traces (created_at);
