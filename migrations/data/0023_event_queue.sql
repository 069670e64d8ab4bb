-- Events that have no number yet, in the order in which their transactions wrote them. An event of an intent stands here by
-- its sequence; an event of the merchant, by its ID, type and object. The dispatcher numbers them and deletes them here.

CREATE TABLE florin_data.event_queue (
  position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  merchant_id uuid NOT NULL,
  livemode boolean NOT NULL,
  intent_id uuid,
  sequence integer,
  event_id uuid,
  type text NOT NULL,
  object jsonb,
  created_at timestamptz NOT NULL
);
