import { type MerchantId, uuidOf } from '../../src/domain/ids.ts';
import { runSql } from '../support/databases.ts';

export const FINGERPRINT = 'fingerprint';

/** Everything that the text format of COPY has to escape, and text of several bytes per character. */
const ODD_TEXT = 'a\tb\nc\\d\r\\N \\. é 漢 😀 "quoted" \'single\'';

/** Rows of many tables of both planes, of one merchant. */
export async function fillDatabase(url: string, merchantId: MerchantId): Promise<void> {
  const merchant = uuidOf(merchantId);
  await runSql(url, `INSERT INTO florin_control.settings VALUES ('secret_fingerprint', '${FINGERPRINT}')`);
  await runSql(url, `INSERT INTO florin_control.merchants (id, name, created_at) VALUES ($1, $2, now())`, [
    merchant,
    ODD_TEXT,
  ]);
  await runSql(
    url,
    `INSERT INTO florin_control.merchant_settings (merchant_id, logo, logo_type, logo_hash, allowed_origins,
       expires_in_seconds, tolerance_percent, tolerance_amount, late_stablecoin_seconds, late_other_seconds, updated_at)
     VALUES ($1, decode('00ff5c0a09', 'hex'), 'image/png', repeat('a', 32), ARRAY['x', NULL, '{"'], 3600, 0.5, 1, 1, 1, now())`,
    [merchant],
  );
  await runSql(
    url,
    `INSERT INTO florin_control.api_keys (id, merchant_id, livemode, name, public_key, private_key_hash, private_key_end,
       scopes, allowed_cidrs, api_version, created_at, replaced_by)
     SELECT id, $1, false, 'key', 'fpk', id::text, 'end', '{}', '{}', 'v', now(), lead(id) OVER (ORDER BY id)
     FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, 5)) AS keys`,
    [merchant],
  );
  await runSql(
    url,
    `INSERT INTO florin_control.audit_log (at, actor, action, subject, details)
     SELECT now(), 'test', 'test', number::text, '{"a": [1, null]}' FROM generate_series(1, 3) AS number`,
  );
  await runSql(
    url,
    `INSERT INTO florin_control.wallets (id, merchant_id, livemode, network, kind, sealed_text, fingerprint, next_index,
       created_at, effective_at)
     VALUES (gen_random_uuid(), $1, true, 'bitcoin', 'extended_key', 's', 'xpub', 7, now(), now()),
       (gen_random_uuid(), $1, true, 'solana', 'address', 's', 'address', 0, now(), now())`,
    [merchant],
  );
  await runSql(
    url,
    `INSERT INTO florin_control.leases VALUES ('watch bitcoin', 'somebody', 1000005, now() + interval '1 hour')`,
  );
  await runSql(
    url,
    `WITH person AS (
       INSERT INTO florin_control.users (id, email, password_hash, created_at)
       VALUES (gen_random_uuid(), 'ada@example.com', 'hash', now()) RETURNING id
     )
     INSERT INTO florin_control.sessions (id, token_hash, user_id, merchant_id, created_at, last_seen_at, expires_at,
       address, user_agent)
     SELECT gen_random_uuid(), 'token', id, $1, now(), now(), now() + interval '1 day', '127.0.0.1', 'browser' FROM person`,
    [merchant],
  );
  await runSql(url, `INSERT INTO florin_control.sign_in_attempts VALUES (gen_random_uuid(), 'name', now())`);
  await insertIntent(url, merchant, 'pi-1', ODD_TEXT);
}

/** With its first event, as the API writes it. The trigger queues the event. */
export async function insertIntent(url: string, merchant: string, order: string, body: string): Promise<void> {
  await runSql(
    url,
    `WITH intent AS (
       INSERT INTO florin_data.payment_intents (merchant_id, livemode, id, status, sequence, created_at, expires_at,
         total_amount, tax_amount, tax_percent, currency, asset, crypto_amount, customer_email, order_id, warnings, request_body)
       VALUES ($1, false, gen_random_uuid(), 'requires_payment', 1, now(), now() + interval '1 hour', 12100, 2100, 21,
         'USD', 'SOL', 0.463420000000000001, 'ada@example.com', $2, '[]', $3)
       RETURNING *
     )
     INSERT INTO florin_data.events (merchant_id, livemode, intent_id, sequence, type, changes, created_at)
     SELECT merchant_id, livemode, id, 1, 'payment_intent.created', '{"status": "requires_payment"}', created_at FROM intent`,
    [merchant, order, body],
  );
}
