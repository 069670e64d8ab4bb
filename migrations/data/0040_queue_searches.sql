-- Triggers fill the queue, so that intents of processes of the version before are found too. None of them is part of the
-- statement that creates an intent: numbered events are written by the dispatcher.

CREATE FUNCTION florin_data.queue_search_of_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO florin_data.search_queue (merchant_id, livemode, intent_id)
  SELECT DISTINCT merchant_id, livemode, intent_id FROM written
  WHERE intent_id IS NOT NULL
    AND type IN ('payment_intent.created', 'payment.seen', 'payment.confirmed', 'payment.final')
  ORDER BY intent_id;
  RETURN NULL;
END
$$;

CREATE FUNCTION florin_data.queue_search_of_targets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO florin_data.search_queue (merchant_id, livemode, intent_id)
  SELECT DISTINCT merchant_id, livemode, intent_id FROM written ORDER BY intent_id;
  RETURN NULL;
END
$$;

CREATE FUNCTION florin_data.queue_search_of_invoices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO florin_data.search_queue (merchant_id, livemode, intent_id)
  SELECT merchant_id, livemode, payment_intent_id FROM written ORDER BY payment_intent_id;
  RETURN NULL;
END
$$;

CREATE TRIGGER queue_search AFTER INSERT ON florin_data.outbox
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION florin_data.queue_search_of_events();
CREATE TRIGGER queue_search AFTER INSERT ON florin_data.targets
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION florin_data.queue_search_of_targets();
CREATE TRIGGER queue_search AFTER INSERT ON florin_data.invoices
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION florin_data.queue_search_of_invoices();

-- The merchants that have intents, found by jumping through the primary key.
WITH RECURSIVE tenant AS (
  (SELECT merchant_id, livemode FROM florin_data.payment_intents ORDER BY merchant_id, livemode LIMIT 1)
  UNION ALL
  SELECT following.merchant_id, following.livemode FROM tenant CROSS JOIN LATERAL (
    SELECT merchant_id, livemode FROM florin_data.payment_intents AS intent
    WHERE (intent.merchant_id, intent.livemode) > (tenant.merchant_id, tenant.livemode)
    ORDER BY intent.merchant_id, intent.livemode LIMIT 1
  ) AS following
)
INSERT INTO florin_data.search_backfills (merchant_id, livemode) SELECT merchant_id, livemode FROM tenant;
