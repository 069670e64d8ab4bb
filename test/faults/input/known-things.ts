import type { PathParameter } from '../../../src/http/server/path-parameters.ts';
import { Browser } from '../../http/browser.ts';
import { insertUnmatchedTransfer } from '../../http/insert-unmatched-transfer.ts';
import { create, createdId, type Keys, send } from '../../support/client.ts';
import { runCommand } from '../../upgrade/run-command.ts';
import type { Rig } from '../lab/rig.ts';

const EMAIL = 'owner@example.com';
const SCOPES = ['payments:read', 'payments:write', 'webhooks:write', 'payments:override', 'wallets:write'];

/** What exists and can be named in a request: without it, every answer would be "not found". */
export interface KnownThings {
  keys: Keys;
  browser: Browser;
  /** Another session of the same user, which requests may end. */
  leaving: Browser;
  /** Values of path parameters. */
  params: Partial<Record<PathParameter, string[]>>;
}

/** A key with every scope, a session, intents with events, an unmatched transfer, an endpoint, and a key that nobody uses. */
export async function makeKnownThings(rig: Rig): Promise<KnownThings> {
  const scopes = SCOPES.flatMap((scope) => ['--scope', scope]);
  const makeKey = (...more: string[]) =>
    runCommand<Keys & { id: string }>(rig.options(), 'keys', 'create', '--merchant', rig.keys.merchant_id, ...more);
  const [keys, spare] = [await makeKey(...scopes), await makeKey()];
  const [browser, leaving] = [new Browser(rig.baseUrl), new Browser(rig.baseUrl)];
  for (const each of [browser, leaving]) await signIn(each);
  const intents: string[] = [];
  for (let count = 0; count < 20; count += 1) intents.push(createdId(await create(rig.baseUrl, keys)));
  const transfer = await insertUnmatchedTransfer(rig.databaseUrl, rig.keys.merchant_id);
  return {
    keys,
    browser,
    leaving,
    params: {
      ...(await makeWebhooks(rig, keys, intents[0] ?? '')),
      public_key: [keys.public_key],
      mode: ['test', 'live'],
      payment_intent_id: intents,
      transfer_id: [transfer],
      key_id: [spare.id],
      item_id: ['sku_tulip_bulbs', 'sku_vase'],
      code: ['not_found', 'validation_failed'],
      name: ['requires_payment', 'succeeded'],
    },
  };
}

/** An endpoint at which nobody listens, a delivery to it, and the first event of an intent. */
async function makeWebhooks(rig: Rig, keys: Keys, intent: string): Promise<KnownThings['params']> {
  const body = { url: 'http://127.0.0.1:9/hooks', events: ['*'] };
  const endpoint = String((await send(rig.baseUrl, keys, '/webhook_endpoints', { body })).json['id']);
  const delivery = await send(rig.baseUrl, keys, `/webhook_endpoints/${endpoint}/test`, { method: 'POST' });
  const { json } = await send(rig.baseUrl, keys, `/payment_intents/${intent}`);
  const [created] = json['timeline'] as { id: string }[];
  return { endpoint_id: [endpoint], delivery_id: [String(delivery.json['id'])], event_id: [created?.id ?? ''] };
}

/** Signs in, or in again if a request has ended the session. */
export async function signIn(browser: Browser): Promise<void> {
  const { json } = await browser.call('GET', '/session');
  if (json['signed_in'] !== true) await browser.signIn(EMAIL);
}
