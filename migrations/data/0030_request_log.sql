-- The calls of merchants' applications. Partitioned by day, so that old ones are dropped without a DELETE.

CREATE TABLE florin_data.request_log (
  merchant_id uuid NOT NULL,
  livemode boolean NOT NULL,
  -- It begins with the time of arrival, which `at` repeats. So the primary key finds a request by its ID.
  request_id text COLLATE "C" NOT NULL,
  at timestamptz NOT NULL,
  method text NOT NULL,
  route text NOT NULL,
  path text NOT NULL,
  status smallint NOT NULL,
  ms real NOT NULL,
  key_id uuid NOT NULL,
  key_name text NOT NULL,
  address text NOT NULL,
  problem text,
  intent_id uuid,
  request_body text,
  response_body text,
  PRIMARY KEY (merchant_id, livemode, at, request_id)
) PARTITION BY RANGE (at);

-- Errors are few, and what people look for.
CREATE INDEX request_log_errors ON florin_data.request_log (merchant_id, livemode, at, request_id) WHERE status >= 400;
