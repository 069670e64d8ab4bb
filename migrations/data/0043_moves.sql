-- Merchants that are leaving this database, have left it, or came from another one. The row is the fence: `guard_move` reads
-- it in the transaction of every write, so no process can write for a merchant that has left, whatever it remembers.

CREATE TABLE florin_data.moves (
  merchant_id uuid PRIMARY KEY,
  move_id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('leaving', 'left', 'arrived'))
);

-- The keys of the rows that changed while their merchant was being copied.
CREATE TABLE florin_data.move_changes (
  position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  merchant_id uuid NOT NULL,
  table_name text NOT NULL,
  key jsonb NOT NULL
);

CREATE INDEX move_changes_merchant ON florin_data.move_changes (merchant_id);

-- What waited in the queues of a merchant that left. Workers no longer find it, and a switch that fails puts it back.
CREATE TABLE florin_data.parked_rows (
  merchant_id uuid NOT NULL,
  table_name text NOT NULL,
  contents json NOT NULL
);

CREATE INDEX parked_rows_merchant ON florin_data.parked_rows (merchant_id);

-- How often merchants arrived with targets on the network. A scan that began before one arrived did not look for its targets,
-- so it must not move the cursor.
ALTER TABLE florin_data.scans ADD COLUMN arrivals bigint NOT NULL DEFAULT 0;

-- Runs before every write to a table of merchants, in a database that a merchant is leaving or has left: `merchants move`
-- attaches it. The lock is held until the writer commits. The mover takes it exclusively, so it waits for writers that may not
-- have seen its row of `moves`, and meanwhile no writer begins.
CREATE FUNCTION florin_data.guard_move() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before jsonb;
  after jsonb;
  merchant uuid;
  found text;
BEGIN
  IF current_setting('florin.mover', true) = 'on' THEN
    RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  FOREACH merchant IN ARRAY CASE TG_OP
    WHEN 'INSERT' THEN ARRAY[NEW.merchant_id]
    WHEN 'DELETE' THEN ARRAY[OLD.merchant_id]
    ELSE CASE WHEN OLD.merchant_id = NEW.merchant_id THEN ARRAY[NEW.merchant_id]
      ELSE ARRAY[OLD.merchant_id, NEW.merchant_id] END
  END LOOP
    IF NOT pg_try_advisory_xact_lock_shared(6702030, hashtext(merchant::text)) THEN
      RAISE EXCEPTION 'merchant % is being moved to another data store', merchant USING ERRCODE = 'FLMOV';
    END IF;
    SELECT state INTO found FROM florin_data.moves WHERE merchant_id = merchant;
    IF found = 'left' THEN
      RAISE EXCEPTION 'merchant % was moved to another data store', merchant USING ERRCODE = 'FLMOV';
    ELSIF found = 'leaving' THEN
      before := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END;
      after := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END;
      INSERT INTO florin_data.move_changes (merchant_id, table_name, key)
      SELECT DISTINCT merchant, TG_ARGV[0], (SELECT jsonb_object_agg(name, version -> name) FROM unnest(TG_ARGV[1:]) AS name)
      FROM unnest(ARRAY[before, after]) AS version WHERE version IS NOT NULL;
    END IF;
  END LOOP;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END
$$;
