-- The expiry worker also reads intents that are in review only because their networks could not be scanned.
DROP INDEX florin_data.payment_intents_open;
CREATE INDEX payment_intents_open ON florin_data.payment_intents (coalesce(look_at, expires_at))
  WHERE status IN ('requires_payment', 'processing', 'partially_paid') OR review_cause = 'unseen';
