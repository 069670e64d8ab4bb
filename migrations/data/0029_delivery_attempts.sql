-- Every request of a delivery and the beginning of its response. Partitioned by month, like the deliveries.

CREATE TABLE florin_data.delivery_attempts (
  merchant_id uuid NOT NULL,
  livemode boolean NOT NULL,
  delivery_id uuid NOT NULL,
  attempt integer NOT NULL,
  at timestamptz NOT NULL,
  status integer,
  ms integer NOT NULL,
  error text,
  request_headers jsonb NOT NULL,
  response_headers jsonb,
  response_body text,
  PRIMARY KEY (merchant_id, livemode, delivery_id, attempt, at)
) PARTITION BY RANGE (at);
