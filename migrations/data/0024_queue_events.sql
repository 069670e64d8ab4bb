-- A trigger fills the queue, so that events of processes of the version before are numbered and delivered too.

CREATE FUNCTION florin_data.queue_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO florin_data.event_queue (merchant_id, livemode, intent_id, sequence, type, created_at)
  SELECT merchant_id, livemode, intent_id, sequence, type, created_at FROM written ORDER BY intent_id, sequence;
  RETURN NULL;
END
$$;

CREATE TRIGGER queue_events AFTER INSERT ON florin_data.events
  REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION florin_data.queue_events();
