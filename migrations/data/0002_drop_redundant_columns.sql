-- An event is named by its intent and its number there, so it needs no id of its own. Whether a repeated request has
-- the same body is answered by the body itself, which stands in the intent.
ALTER TABLE florin_data.events DROP COLUMN id;
ALTER TABLE florin_data.idempotency_keys DROP COLUMN body_hash;
