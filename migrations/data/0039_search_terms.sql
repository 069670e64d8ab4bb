-- What a search finds an intent by: its terms, folded to one case, and what filters need that no column in the order of the
-- intents has. Terms stand in segments. A segment holds the terms of neighboring intents, some thousand of them, so a search
-- reads one segment after the other, newest first, and stops when its page is full. A term that all intents have costs one
-- segment, and a term that none has costs one look into each.

CREATE TABLE florin_data.search_segments (
  merchant_id uuid NOT NULL,
  livemode boolean NOT NULL,
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- An intent belongs to the segment with the highest first intent that is not above it.
  first_intent uuid NOT NULL,
  last_intent uuid NOT NULL,
  terms integer NOT NULL
);

CREATE UNIQUE INDEX search_segments_order ON florin_data.search_segments (merchant_id, livemode, first_intent);

-- By far the largest of these tables, so merchant and mode stand in the segment only.
CREATE TABLE florin_data.search_terms (
  segment bigint NOT NULL,
  term text COLLATE "C" NOT NULL,
  intent_id uuid NOT NULL,
  PRIMARY KEY (segment, term, intent_id)
) WITH (autovacuum_vacuum_insert_scale_factor = 0.05);

-- Intents whose terms have to be written. The worker takes them off in their order.
CREATE TABLE florin_data.search_queue (
  position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  merchant_id uuid NOT NULL,
  livemode boolean NOT NULL,
  intent_id uuid NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- Intents from before this table: those below `before` have no terms yet, or all of them if it is null.
CREATE TABLE florin_data.search_backfills (
  merchant_id uuid NOT NULL,
  livemode boolean NOT NULL,
  before uuid,
  PRIMARY KEY (merchant_id, livemode)
);
