-- An event is identified by its intent and its sequence number, so it needs no ID. A retried request is compared with the
-- body stored in the intent, so no hash is needed.
ALTER TABLE florin_data.events DROP COLUMN id;
ALTER TABLE florin_data.idempotency_keys DROP COLUMN body_hash;
