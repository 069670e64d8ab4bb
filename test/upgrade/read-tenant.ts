import { type Keys, send } from '../support/client.ts';
import type { Mode, ShownIntent, ShownInvoice, ShownTransfer, ShownWallet, TenantSnapshot } from './api-types.ts';

/** Reads JSON, and fails on every answer but 200. */
async function readJson<Body>(baseUrl: string, keys: Keys, path: string): Promise<Body> {
  const { status, text, json } = await send(baseUrl, keys, path);
  if (status !== 200) throw new Error(`GET ${path} was answered with ${status}: ${text}`);
  return json as Body;
}

/** One intent without `visibility`, which says how the network is read now and not what the intent is. */
export async function readIntent(baseUrl: string, keys: Keys, id: string): Promise<ShownIntent> {
  const { visibility: _, ...intent } = await readJson<ShownIntent>(baseUrl, keys, `/payment_intents/${id}`);
  return intent;
}

/** All rows of a list, page by page. */
async function readAll<Row>(baseUrl: string, keys: Keys, path: string): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | null = null;
  do {
    const mark: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page: { data: Row[]; next_cursor: string | null } = await readJson(baseUrl, keys, `${path}&limit=50${mark}`);
    rows.push(...page.data);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return rows;
}

/** Every intent with its timeline, newest first. */
export async function readIntents(baseUrl: string, keys: Keys): Promise<ShownIntent[]> {
  const intents: ShownIntent[] = [];
  for (const { id } of await readAll<{ id: string }>(baseUrl, keys, '/payment_intents?')) {
    intents.push(await readIntent(baseUrl, keys, id));
  }
  return intents;
}

export const readTransfers = (baseUrl: string, keys: Keys): Promise<ShownTransfer[]> =>
  readAll(baseUrl, keys, '/transfers?state=all');

export const readInvoice = (baseUrl: string, keys: Keys, id: string): Promise<ShownInvoice> =>
  readJson(baseUrl, keys, `/invoices/${id}.json`);

export async function readWallets(baseUrl: string, keys: Keys): Promise<ShownWallet[]> {
  return (await readJson<{ data: ShownWallet[] }>(baseUrl, keys, '/wallets')).data;
}

/** What the API shows of one merchant in one mode; of invoices only those named. */
export async function readTenant(
  baseUrl: string,
  { mode, keys, invoiced }: { mode: Mode; keys: Keys; invoiced: readonly string[] },
): Promise<TenantSnapshot> {
  const invoices: ShownInvoice[] = [];
  for (const id of invoiced) invoices.push(await readInvoice(baseUrl, keys, id));
  return {
    mode,
    keys: { public_key: keys.public_key, private_key: keys.private_key },
    intents: await readIntents(baseUrl, keys),
    transfers: await readTransfers(baseUrl, keys),
    invoices,
    wallets: await readWallets(baseUrl, keys),
    items: await readAll(baseUrl, keys, '/items?'),
  };
}
