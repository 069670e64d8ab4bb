-- Events that have no number yet, in the order in which their transactions wrote them. An event of an intent stands here by
-- its sequence; an event of the merchant, by its ID, type and object. The dispatcher numbers them and deletes them here, so
-- the table is vacuumed by what was deleted, however small it is.

CREATE TABLE florin_data.event_queue (
  position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  merchant_id uuid NOT NULL,
  livemode boolean NOT NULL,
  intent_id uuid,
  sequence integer,
  event_id uuid,
  type text NOT NULL,
  object json,
  created_at timestamptz NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- An event of the merchant that is written twice counts once.
CREATE UNIQUE INDEX event_queue_event ON florin_data.event_queue (merchant_id, livemode, event_id)
  WHERE event_id IS NOT NULL;
