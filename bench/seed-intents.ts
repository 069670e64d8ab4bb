import { type MerchantId, uuidOf } from '../src/domain/ids.ts';
import { requestTemplate } from './make-request.ts';
import { runSql } from './run-sql.ts';
import type { Keys } from './start-server.ts';

/** Intents per customer, spread over the whole period, at every table size. */
export const INTENTS_PER_CUSTOMER = 5;

/**
 * Fills the table with intents of one merchant, one per second until now. Their IDs are UUIDv7 of that second, like the
 * service’s own.
 */
export async function seedIntents(url: string, keys: Keys, count: number, signal: AbortSignal): Promise<void> {
  const { before, after } = requestTemplate();
  await runSql(
    url,
    signal,
    `INSERT INTO florin_data.payment_intents (merchant_id, livemode, id, status, sequence, created_at, expires_at,
       total_amount, tax_amount, tax_percent, currency, asset, crypto_amount, customer_email, warnings, request_body)
     SELECT $1, false, uuidv7(age), (ARRAY['succeeded', 'expired', 'requires_payment'])[1 + number % 3], 1, now() + age,
       now() + age + interval '1 hour', 12100, 2100, 21, 'USD', 'SOL', 0.46342, 'c' || customer || '@example.com', '[]',
       $2 || customer || $3
     FROM (SELECT number, (number - $4) * interval '1 second' AS age,
             lpad((number % greatest($4 / ${INTENTS_PER_CUSTOMER}, 1))::text, 7, '0') AS customer
           FROM generate_series(1, $4::integer) AS number) AS numbered`,
    [merchantUuid(keys), before, after, count],
  );
  // Every intent has a payment target, and every succeeded one has a payment.
  await runSql(
    url,
    signal,
    `INSERT INTO florin_data.targets (merchant_id, livemode, intent_id, network, address, required, assigned_at,
       watched_until)
     SELECT merchant_id, livemode, id, 'simulated', 'seed' || id, 2, created_at, created_at + interval '30 days' FROM florin_data.payment_intents`,
  );
  await runSql(
    url,
    signal,
    `INSERT INTO florin_data.payments (merchant_id, livemode, intent_id, network, tx, tx_index, block_height,
       confirmations, required, state, asset, amount, first_seen_at)
     SELECT merchant_id, livemode, id, 'simulated', 'seed' || id, 0, 1, 2, 2, 'final', asset, crypto_amount, created_at
     FROM florin_data.payment_intents WHERE status = 'succeeded'`,
  );
  for (const table of ['payment_intents', 'targets', 'payments']) {
    await runSql(url, signal, `VACUUM (ANALYZE) florin_data.${table}`);
  }
}

export const merchantUuid = (keys: Keys): string => uuidOf(keys.merchant_id as MerchantId);
