import { SCOPES } from '../../src/domain/keys/scope.ts';
import { create, createdId, type Keys, validBody } from '../support/client.ts';
import { createMigrated } from '../support/create-migrated.ts';
import { type AnsweringServer, florin, type NewMerchant, type ServerOptions, startHosted } from '../support/server.ts';
import { Browser, PASSWORD } from './browser.ts';

interface ApiKey extends Keys {
  id: string;
}

/** A merchant with a key and an intent in each mode, and somebody signed in for it. */
export interface SignedInShop {
  name: string;
  email: string;
  browser: Browser;
  merchantId: string;
  sessionId: string;
  keys: { test: ApiKey; live: ApiKey };
  intents: { test: string; live: string };
  /** Texts that nobody else may ever read. */
  secrets: string[];
}

export interface TwoShops {
  databaseUrl: string;
  options: ServerOptions;
  server: AnsweringServer;
  ada: SignedInShop;
  bob: SignedInShop;
  stop(): Promise<void>;
}

export async function startTwoShops(env: Record<string, string> = {}): Promise<TwoShops> {
  const databaseUrl = await createMigrated(['control', 'data']);
  const options = { databaseUrl };
  const server = await startHosted({ databaseUrl, env: { FLORIN_LOG_LEVEL: 'error', ...env } });
  const ada = await openShop(options, server, 'ada');
  const bob = await openShop(options, server, 'bob');
  return { databaseUrl, options, server, ada, bob, stop: async () => void (await server.stop()) };
}

async function openShop(options: ServerOptions, server: AnsweringServer, name: string): Promise<SignedInShop> {
  const email = `${name}.owner@example.com`;
  const account = ['--name', `Shop of ${name}`, '--email', email, '--password', PASSWORD];
  const { merchant_id: merchantId } = await florin<NewMerchant>(options, 'merchants', 'create', ...account);
  const browser = new Browser(server.baseUrl);
  await browser.signIn(email);
  const makeKey = async (mode: string) => {
    const reply = await browser.call('POST', `/${mode}/api_keys`, {
      body: { name: `${name} ${mode}`, scopes: SCOPES, password: PASSWORD },
    });
    return reply.json as unknown as ApiKey;
  };
  const keys = { test: await makeKey('test'), live: await makeKey('live') };
  const makeIntent = async (mode: 'test' | 'live') => {
    const customer = { name: `${name} customer`, email: `${name}.${mode}@example.org`, phone_number: '1' };
    const body = { ...validBody(), customer, order_id: `order-${name}-${mode}` };
    return createdId(await create(server.baseUrl, keys[mode], body));
  };
  const intents = { test: await makeIntent('test'), live: await makeIntent('live') };
  const sessions = (await browser.call('GET', '/sessions')).json['data'] as { id: string }[];
  const sessionId = sessions[0]?.id ?? '';
  return {
    name,
    email,
    browser,
    merchantId,
    sessionId,
    keys,
    intents,
    secrets: [
      email,
      `Shop of ${name}`,
      merchantId,
      sessionId,
      ...Object.values(keys).flatMap((key) => [key.id, key.public_key, key.private_key, `${name} `]),
      ...Object.values(intents),
      ...['test', 'live'].flatMap((mode) => [`${name}.${mode}@example.org`, `order-${name}-${mode}`]),
    ],
  };
}
