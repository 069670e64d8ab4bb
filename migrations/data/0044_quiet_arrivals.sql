-- Events that a moved merchant brings along have their numbers or wait in the queue already, and its search terms are written
-- from its intents: rows of the mover fill no queue.

CREATE OR REPLACE FUNCTION florin_data.queue_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('florin.mover', true) = 'on' THEN
    RETURN NULL;
  END IF;
  INSERT INTO florin_data.event_queue (merchant_id, livemode, intent_id, sequence, type, created_at)
  SELECT merchant_id, livemode, intent_id, sequence, type, created_at FROM written ORDER BY intent_id, sequence;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION florin_data.queue_search_of_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('florin.mover', true) = 'on' THEN
    RETURN NULL;
  END IF;
  INSERT INTO florin_data.search_queue (merchant_id, livemode, intent_id)
  SELECT DISTINCT merchant_id, livemode, intent_id FROM written
  WHERE intent_id IS NOT NULL
    AND type IN ('payment_intent.created', 'payment.seen', 'payment.confirmed', 'payment.final')
  ORDER BY intent_id;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION florin_data.queue_search_of_targets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('florin.mover', true) = 'on' THEN
    RETURN NULL;
  END IF;
  INSERT INTO florin_data.search_queue (merchant_id, livemode, intent_id)
  SELECT DISTINCT merchant_id, livemode, intent_id FROM written ORDER BY intent_id;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION florin_data.queue_search_of_invoices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('florin.mover', true) = 'on' THEN
    RETURN NULL;
  END IF;
  INSERT INTO florin_data.search_queue (merchant_id, livemode, intent_id)
  SELECT merchant_id, livemode, payment_intent_id FROM written ORDER BY payment_intent_id;
  RETURN NULL;
END
$$;
