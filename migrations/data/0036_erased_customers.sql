-- When the personal data of an intent was erased. Processes keep the requests of intents in memory, and read that of an erased
-- one again.

ALTER TABLE florin_data.payment_intents ADD COLUMN erased_at timestamptz;

-- Finds the bodies of requests about an intent. Without the setting that keeps bodies, the index is empty.
CREATE INDEX request_log_bodies ON florin_data.request_log (merchant_id, livemode, intent_id)
  WHERE request_body IS NOT NULL OR response_body IS NOT NULL;
