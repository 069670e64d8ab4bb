import { requestTemplate } from './make-request.ts';
import { runSql } from './run-sql.ts';
import { merchantUuid } from './seed-intents.ts';
import type { Keys } from './start-server.ts';

/** The names of customers: some first names are common, and one customer is rare. */
const FIRST = "ARRAY['Ada', 'Alan', 'Anna', 'Ben', 'Carla', 'Dora', 'Élodie', 'Maria', 'Noor', 'Zoë']";
const LAST =
  "ARRAY['Lovelace', 'Turing', 'Smith', 'García', 'Müller', 'Nakamura', 'Okafor', 'Strauß', 'Van Dijk', 'Wang']";

/**
 * One merchant with intents of two years. Most are paid or expired; needs_review is rare, and so are DOGE, EUR and amounts
 * above 9,000.00. All of them have one of 100,000 customers and an order ID that tells its year.
 */
export async function seedSearchable(url: string, keys: Keys, count: number, signal: AbortSignal): Promise<void> {
  const { before, after } = requestTemplate();
  const [head = '', rest = ''] = before.split('"name":"');
  const tail = rest.slice(rest.indexOf('"'));
  await runSql(
    url,
    signal,
    `INSERT INTO florin_data.payment_intents (merchant_id, livemode, id, status, sequence, created_at, expires_at,
       total_amount, tax_amount, tax_percent, currency, asset, crypto_amount, customer_email, order_id, warnings, request_body,
       numbered)
     SELECT $1, false, uuidv7(age),
       CASE WHEN number % 10000 = 7 THEN 'needs_review' WHEN number % 100 = 1 THEN 'canceled' WHEN number % 10 < 6 THEN 'succeeded'
         WHEN number % 10 < 9 THEN 'expired' ELSE 'requires_payment' END,
       1, now() + age, now() + age + interval '1 hour',
       CASE WHEN number % 5000 = 3 THEN 950000 ELSE 100 + (number::bigint * 7919) % 50000 END, 0, 0,
       CASE WHEN number % 1000 = 5 THEN 'EUR' ELSE 'USD' END,
       CASE WHEN number % 20000 = 11 THEN 'DOGE' WHEN number % 4 = 0 THEN 'BTC' WHEN number % 4 = 1 THEN 'USDC' ELSE 'SOL' END,
       0.46342, 'c' || lpad((number % 100000)::text, 7, '0') || '@example.com',
       'order-' || to_char(now() + age, 'YYYY-MM') || '-' || number, '[]',
       $2 || '"name":"' || (${FIRST})[1 + number % 10] || ' ' || (${LAST})[1 + (number / 10) % 10]
         || CASE WHEN number = 4321 THEN ' Quixote' ELSE '' END || $3 || lpad((number % 100000)::text, 7, '0') || $4, number % 10 < 6
     FROM (SELECT number, (number - $5) * (interval '730 days' / $5) AS age
           FROM generate_series(1, $5::integer) AS number) AS numbered`,
    [merchantUuid(keys), head, tail, after, count],
  );
  await runSql(
    url,
    signal,
    `INSERT INTO florin_data.targets (merchant_id, livemode, intent_id, network, address, required, assigned_at, watched_until)
     SELECT merchant_id, livemode, id, 'simulated', 'sim1' || md5(id::text), 2, created_at, created_at + interval '30 days'
     FROM florin_data.payment_intents`,
  );
  await runSql(
    url,
    signal,
    `INSERT INTO florin_data.payments (merchant_id, livemode, intent_id, network, tx, tx_index, block_height,
       confirmations, required, state, asset, amount, first_seen_at)
     SELECT merchant_id, livemode, id, CASE WHEN total_amount = 950000 THEN 'solana-devnet' ELSE 'simulated' END,
       md5(id::text) || md5('tx' || id), 0, 1, 2, 2, 'final', asset, crypto_amount, created_at
     FROM florin_data.payment_intents WHERE status = 'succeeded'`,
  );
  await runSql(
    url,
    signal,
    `INSERT INTO florin_data.invoices (merchant_id, livemode, payment_intent_id, number, issued_at, document)
     SELECT merchant_id, livemode, id, row_number() OVER (ORDER BY id), created_at,
       '{"seller": {"name": "Bench", "address": []}, "lines": []}'
     FROM florin_data.payment_intents WHERE status = 'succeeded'`,
  );
  // What exists before the search is written by its worker, step by step.
  await runSql(url, signal, 'TRUNCATE florin_data.search_queue');
  await runSql(
    url,
    signal,
    `INSERT INTO florin_data.search_backfills (merchant_id, livemode) VALUES ($1, false) ON CONFLICT DO NOTHING`,
    [merchantUuid(keys)],
  );
}
