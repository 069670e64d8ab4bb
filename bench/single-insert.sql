-- Stores the same data as the service does for one request, in one statement and one commit, in the same tables, columns
-- and indexes. The parameters come from a row that the service has written (bench/run-pgbench.ts), so that they have the
-- same length.
\set customer random(0, 9999999)
WITH claimed AS (
  INSERT INTO florin_data.idempotency_keys (merchant_id, livemode, key, intent_id, answer, created_at)
  VALUES (:merchant_id, false, gen_random_uuid()::text, uuidv7(), :answer, now())
  ON CONFLICT DO NOTHING
  RETURNING merchant_id, livemode, intent_id, created_at
), opened AS (
  INSERT INTO florin_data.payment_intents (merchant_id, livemode, id, status, sequence, created_at, expires_at,
    total_amount, tax_amount, tax_percent, currency, asset, crypto_amount, customer_email, order_id, warnings, request_body,
    policy)
  SELECT merchant_id, livemode, intent_id, :status, 1, created_at, created_at + interval '1 hour',
    :total_amount, :tax_amount, :tax_percent, :currency, :asset, :crypto_amount,
    'c' || lpad(:customer, 7, '0') || '@example.com', NULL, :warnings, :request_body,
    :policy
  FROM claimed
  RETURNING merchant_id, livemode, id, sequence, status, created_at
)
INSERT INTO florin_data.events (merchant_id, livemode, intent_id, sequence, type, changes, created_at)
SELECT merchant_id, livemode, id, sequence, 'payment_intent.created', jsonb_build_object('status', status), created_at
FROM opened;
