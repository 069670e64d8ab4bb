import { randomBytes } from 'node:crypto';
import type { ErrorCode } from '../../../src/domain/errors.ts';
import { makePrivateKey } from '../../../src/domain/keys/key.ts';
import type { Browser } from '../../http/browser.ts';
import type { BytesRequest } from '../../http/send-bytes.ts';
import { create, createdId, type Keys, validBody } from '../../support/client.ts';
import { runCommand } from '../../upgrade/run-command.ts';
import type { Rig } from '../lab/rig.ts';
import { makeKnownThings } from './known-things.ts';

/** A request that fails with one code. The number makes it differ from the others. */
export type ErrorMaker = (number: number) => BytesRequest;

type ErrorMakers = Partial<Record<ErrorCode, ErrorMaker>>;
type Headers = Record<string, string>;

const JSON_TYPE = { 'content-type': 'application/json' };
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

const post = (path: string, body: unknown, headers: Headers): BytesRequest => ({
  method: 'POST',
  path,
  headers: { ...JSON_TYPE, ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

const creating = (keys: Keys, body: unknown, headers: Headers = {}) =>
  post(`/${keys.public_key}/create_checkout_payment_intent`, body, { ...bearer(keys.private_key), ...headers });

const reading = (publicKey: string, privateKey: string): BytesRequest => ({
  path: `/${publicKey}/payment_intents?limit=1`,
  headers: bearer(privateKey),
});

/** Requests for every error that a client can cause at once and as often as it likes. */
export async function makeErrorMakers(rig: Rig): Promise<ErrorMakers> {
  const { keys, browser } = await makeKnownThings(rig);
  const intent = createdId(await create(rig.baseUrl, keys));
  return {
    ...(await gateErrors(rig, keys)),
    ...dashboardErrors(browser),
    ...requestErrors(keys),
    ...intentErrors(keys, intent),
  };
}

/** What is wrong with a key. */
async function gateErrors(rig: Rig, keys: Keys): Promise<ErrorMakers> {
  const newKey = (...more: string[]) =>
    runCommand<Keys & { id: string }>(rig.options(), 'keys', 'create', '--merchant', rig.keys.merchant_id, ...more);
  const reader = await newKey('--scope', 'payments:read');
  const elsewhere = await newKey('--allow-ip', '192.0.2.0/24');
  const rolled = await newKey();
  await runCommand(rig.options(), 'keys', 'roll', rolled.id, '--overlap', 'now');
  return {
    missing_credentials: () => ({ path: `/${keys.public_key}/payment_intents` }),
    invalid_private_key: () => reading(keys.public_key, makePrivateKey('test', randomBytes(32))),
    private_key_expired: () => reading(rolled.public_key, rolled.private_key),
    key_pair_mismatch: () => reading(reader.public_key, keys.private_key),
    mode_mismatch: () => reading(keys.public_key.replace('_test_', '_live_'), keys.private_key),
    insufficient_scope: () => creating(reader, '{}'),
    ip_not_allowed: () => reading(elsewhere.public_key, elsewhere.private_key),
    api_version_unknown: () => creating(keys, '{}', { 'api-version': '1' }),
  };
}

const account = (number: number) => ({
  business_name: 'A',
  email: `a${number}@example.com`,
  password: 'a long password',
});

function dashboardErrors({ origin, cookie = '' }: Browser): ErrorMakers {
  const ask = (path: string, body: object, headers: Headers = {}) =>
    post(`/dashboard/api${path}`, body, { origin, ...headers });
  return {
    not_signed_in: () => ({ path: '/dashboard/api/sessions' }),
    cross_site_request: () => ask('/sign_in', {}, { origin: 'https://evil.example' }),
    csrf_token_invalid: () => ask('/sign_out', {}, { cookie, 'x-florin-csrf': 'wrong' }),
    signup_closed: (number) => ask('/sign_up', account(number)),
    setup_link_invalid: (number) => ask('/setup', { token: `wrong${number}`, ...account(number) }),
  };
}

/** What is wrong with a request, whatever it is for. */
const requestErrors = (keys: Keys): ErrorMakers => ({
  malformed_json: () => creating(keys, '{'),
  malformed_request: () => ({ path: '/%' }),
  private_key_in_url: () => ({ path: '/fsk_test_something' }),
  not_found: (number) => ({ path: `/nothing/${number}` }),
  method_not_allowed: () => ({ method: 'DELETE', path: '/healthz' }),
  body_too_large: () => creating(keys, 'x'.repeat(70_000)),
  unsupported_media_type: () => creating(keys, '{}', { 'content-type': 'text/plain' }),
  validation_failed: () => creating(keys, '{}'),
  headers_too_large: () => ({ path: '/healthz', headers: { x: 'a'.repeat(17_000) } }),
});

/** What does not fit the state of something. */
function intentErrors(keys: Keys, intent: string): ErrorMakers {
  const own = `/${keys.public_key}`;
  const auth = bearer(keys.private_key);
  const item = { item_id: 'twice', name: 'Twice', unit_amount: 1, currency: 'EUR' };
  const decision = { decision: 'accept', reason: 'A reason' };
  return {
    link_expired: () => ({ path: `${own}/invoices/${intent}?expires=1&signature=wrong` }),
    not_acceptable: () => ({ path: `${own}/invoices/${intent}`, headers: { ...auth, accept: 'image/png' } }),
    item_exists: () => post(`${own}/items`, item, auth),
    invalid_state: () => post(`${own}/payment_intents/${intent}/resolve`, decision, auth),
    idempotency_key_reused: (number) =>
      creating(keys, { ...validBody(), order_id: `other-${number}` }, { 'idempotency-key': 'reused' }),
    rate_limited: () => post(`${own}/checkout/${intent}/claim`, { tx: 'sim_000000000001' }, {}),
  };
}
