-- Events in batches: one row, and one entry of each index, for the events that one statement wrote of a merchant and mode, with
-- the same type and sequence. A row for each event took a tenth of the time of a create, and most of it was its indexes.

-- The ID of an event of an intent: the time, and the random bits of the intent plus the sequence. Bytes take half as long as
-- digits.
CREATE FUNCTION florin_data.event_id(intent_id uuid, sequence integer, happened_at timestamptz) RETURNS uuid
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT encode(
    substr(int8send(floor(extract(epoch FROM happened_at) * 1000)::bigint), 3) || substr(uuid_send(intent_id), 7, 6) ||
    substr(int8send((get_byte(uuid_send(intent_id), 12)::bigint << 24) + (get_byte(uuid_send(intent_id), 13) << 16) +
      (get_byte(uuid_send(intent_id), 14) << 8) + get_byte(uuid_send(intent_id), 15) + sequence), 5), 'hex')::uuid
$$;

-- Batches that have no numbers yet, in the order in which their transactions wrote them. The dispatcher numbers them and deletes
-- them here, so the table is vacuumed by what was deleted, however small it is. An event of the merchant is a batch without an
-- intent.
CREATE TABLE florin_data.waiting_batches (
  position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  merchant_id uuid NOT NULL,
  livemode boolean NOT NULL,
  type text NOT NULL,
  sequence integer,
  intent_ids uuid[] NOT NULL,
  happened_at timestamptz[] NOT NULL,
  event_id uuid,
  object json
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, toast_tuple_target = 8160);

-- An event of the merchant that is written twice counts once.
CREATE UNIQUE INDEX waiting_batches_event ON florin_data.waiting_batches (merchant_id, livemode, event_id)
  WHERE event_id IS NOT NULL;

-- Batches with consecutive numbers up to the last one, partitioned by the month in which they got them, so that old ones are
-- dropped without a DELETE. What an event of an intent changed stands in `events`, which is kept.
CREATE TABLE florin_data.numbered_batches (
  merchant_id uuid NOT NULL,
  livemode boolean NOT NULL,
  last_number bigint NOT NULL,
  type text NOT NULL,
  sequence integer,
  intent_ids uuid[] NOT NULL,
  happened_at timestamptz[] NOT NULL,
  -- The last of these times. The events of a batch happened within one second of the clock, so the time in the ID of an event
  -- leads to its batch.
  last_at timestamptz NOT NULL,
  event_id uuid,
  object json,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, last_number, created_at)
) PARTITION BY RANGE (created_at);

CREATE INDEX numbered_batches_time ON florin_data.numbered_batches (merchant_id, livemode, last_at);
-- A list of rare types reads no others.
CREATE INDEX numbered_batches_type ON florin_data.numbered_batches (merchant_id, livemode, type, last_number);
CREATE INDEX numbered_batches_event ON florin_data.numbered_batches (merchant_id, livemode, event_id)
  WHERE event_id IS NOT NULL;

-- One row for each event. `outbox` has those that got their numbers before this migration, and nobody adds to it.
CREATE VIEW florin_data.numbered_events AS
SELECT merchant_id, livemode, last_number - cardinality(intent_ids) + place AS number,
  coalesce(event_id, florin_data.event_id(intent_id, sequence, event.happened_at)) AS event_id, type, intent_id, sequence,
  object, event.happened_at, created_at
FROM florin_data.numbered_batches
CROSS JOIN LATERAL unnest(intent_ids, numbered_batches.happened_at) WITH ORDINALITY AS event (intent_id, happened_at, place)
UNION ALL
SELECT merchant_id, livemode, number, event_id, type, intent_id, sequence, object, happened_at, created_at
FROM florin_data.outbox;

CREATE VIEW florin_data.waiting_events AS
SELECT position, merchant_id, livemode,
  coalesce(event_id, florin_data.event_id(intent_id, sequence, event.happened_at)) AS event_id, type, intent_id, sequence,
  object, event.happened_at
FROM florin_data.waiting_batches
CROSS JOIN LATERAL unnest(intent_ids, waiting_batches.happened_at) AS event (intent_id, happened_at);

-- An intent's events of one statement keep their order, because a batch has one sequence. Most statements write one event,
-- and need no plan that groups.
CREATE OR REPLACE FUNCTION florin_data.queue_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('florin.mover', true) = 'on' THEN
    RETURN NULL;
  END IF;
  IF (SELECT count(*) FROM written) = 1 THEN
    INSERT INTO florin_data.waiting_batches (merchant_id, livemode, type, sequence, intent_ids, happened_at)
    SELECT merchant_id, livemode, type, sequence, ARRAY[intent_id], ARRAY[created_at] FROM written;
  ELSE
    INSERT INTO florin_data.waiting_batches (merchant_id, livemode, type, sequence, intent_ids, happened_at)
    SELECT merchant_id, livemode, type, sequence, array_agg(intent_id), array_agg(created_at) FROM written
    GROUP BY sequence, merchant_id, livemode, type, date_bin('1 second', created_at, 'epoch')
    ORDER BY sequence, min(created_at);
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION florin_data.queue_search_of_batches() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('florin.mover', true) = 'on' THEN
    RETURN NULL;
  END IF;
  INSERT INTO florin_data.search_queue (merchant_id, livemode, intent_id)
  SELECT DISTINCT merchant_id, livemode, intent_id FROM written CROSS JOIN unnest(intent_ids) AS intent_id
  WHERE intent_id IS NOT NULL
    AND type IN ('payment_intent.created', 'payment.seen', 'payment.confirmed', 'payment.final')
  ORDER BY intent_id;
  RETURN NULL;
END
$$;

CREATE TRIGGER queue_search AFTER INSERT ON florin_data.numbered_batches
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION florin_data.queue_search_of_batches();

-- What processes of the version before still put in the old queue goes on to this one. The lock waits for those who write now.
LOCK TABLE florin_data.event_queue IN SHARE ROW EXCLUSIVE MODE;

CREATE FUNCTION florin_data.pass_on_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO florin_data.waiting_batches
    (merchant_id, livemode, type, sequence, intent_ids, happened_at, event_id, object)
  SELECT NEW.merchant_id, NEW.livemode, NEW.type, NEW.sequence, ARRAY[NEW.intent_id], ARRAY[NEW.created_at], NEW.event_id,
    NEW.object
  ON CONFLICT (merchant_id, livemode, event_id) WHERE event_id IS NOT NULL DO NOTHING;
  RETURN NULL;
END
$$;

CREATE TRIGGER pass_on BEFORE INSERT ON florin_data.event_queue
  FOR EACH ROW EXECUTE FUNCTION florin_data.pass_on_event();

INSERT INTO florin_data.waiting_batches (merchant_id, livemode, type, sequence, intent_ids, happened_at, event_id, object)
SELECT merchant_id, livemode, type, sequence, ARRAY[intent_id], ARRAY[created_at], event_id, object
FROM florin_data.event_queue ORDER BY position;

DELETE FROM florin_data.event_queue;
