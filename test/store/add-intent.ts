import { expect } from 'vitest';
import { type MerchantId, uuidOf } from '../../src/domain/ids.ts';
import { runSql } from '../support/databases.ts';

export const INTENT = `INSERT INTO florin_data.payment_intents (merchant_id, livemode, id, status, sequence, created_at, expires_at,
  total_amount, tax_amount, tax_percent, currency, asset, crypto_amount, customer_email, warnings, request_body)
  SELECT $1, false, gen_random_uuid(), 'requires_payment', 1, now(), now() + interval '1 hour', 100, 0, 0, 'USD', 'BTC', 1,
    'a@example.com', '[]', '{}' RETURNING id`;
export const EVENT = `INSERT INTO florin_data.events (merchant_id, livemode, intent_id, sequence, type, changes, created_at)
  VALUES ($1, false, $2, 1, 'payment_intent.created', '{"status": "requires_payment"}', now())`;
export const TARGET = `INSERT INTO florin_data.targets (merchant_id, livemode, intent_id, network, address, assigned_at, required, watched_until)
  VALUES ($1, false, $2, 'bitcoin', gen_random_uuid()::text, now(), 1, now() + interval '1 hour')`;

/** An open intent with its event and its target, written past the program. Returns its UUID. */
export async function addIntent(url: string, merchantId: MerchantId): Promise<string> {
  const [row] = await runSql<{ id: string }>(url, INTENT, [uuidOf(merchantId)]);
  const id = row?.id ?? expect.fail();
  await runSql(url, EVENT, [uuidOf(merchantId), id]);
  await runSql(url, TARGET, [uuidOf(merchantId), id]);
  return id;
}
