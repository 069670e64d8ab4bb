import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HDKey } from '@scure/bip32';
import { routes } from '../../../src/http/routes.ts';
import { PATH_PARAMETERS, parametersIn } from '../../../src/http/server/path-parameters.ts';
import { isDashboardRoute, isKeyedRoute, type Route } from '../../../src/http/server/route.ts';
import { joinEmbeddedPostgres } from '../../../src/store/embedded/join-embedded-postgres.ts';
import { Browser, PASSWORD } from '../../http/browser.ts';
import { sendBytes } from '../../http/send-bytes.ts';
import { create, createdId, type Keys, send, validBody } from '../../support/client.ts';
import { clusterOf, makeDataFolder, removeDataFolder } from '../../support/data-folder.ts';
import { runSql } from '../../support/databases.ts';
import { type NewMerchant, startServer } from '../../support/server.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { runCommand } from '../../upgrade/run-command.ts';
import type { Fault } from '../fault.ts';
import type { Lab } from '../lab/lab.ts';
import { Canaries, plantCanaries } from './plant-canaries.ts';

const EMAIL = 'canary-owner@example.com';
const XPUB = HDKey.fromMasterSeed(new Uint8Array(32).fill(9), { public: 0x043587cf, private: 0x04358394 }).derive(
  "m/84'/1'/0'",
).publicExtendedKey;
const SECRET = 'canary-secret-of-the-whole-server-1234';
const ENV = {
  FLORIN_LOG_LEVEL: 'trace',
  FLORIN_SIGNUP: 'open',
  FLORIN_SECRET: SECRET,
  FLORIN_RPC_BITCOIN_REGTEST: 'http://canary-user:canary-node-password@127.0.0.1:9',
  FLORIN_RPC_SOLANA_DEVNET: 'http://127.0.0.1:9/canary-node-key',
};

interface Sender {
  baseUrl: string;
  keys: Keys;
  browser: Browser;
  intent: string;
  canaries: Canaries;
}

export const logCanaries: Fault = {
  name: 'log-canaries',
  group: 'input',
  title:
    'Canaries in every text of every request, with requests that succeed, that fail, and that meet a failing database',
  needs: [],
  secondsMax: 300,
  async run(lab) {
    const dataDir = await makeDataFolder();
    lab.cleanUp.add(() => removeDataFolder(dataDir));
    const embedded = await joinEmbeddedPostgres({ dataDir, log: () => undefined });
    lab.cleanUp.add(() => embedded.leave());
    const server = await startServer({ dataDir, env: ENV });
    lab.cleanUp.add(() => server.stop());
    const account = ['--name', 'Canary shop', '--email', EMAIL, '--password', PASSWORD];
    const keys = await runCommand<NewMerchant>({ dataDir, env: ENV }, 'merchants', 'create', ...account);
    const browser = new Browser(server.baseUrl);
    await browser.signIn(EMAIL);
    const intent = createdId(await create(server.baseUrl, keys));
    const sender = { baseUrl: server.baseUrl, keys, browser, intent, canaries: new Canaries() };
    let sent = await sendAll(sender);
    await browser.signIn(EMAIL);
    await browser.call('POST', '/test/wallets', {
      body: { network: 'bitcoin-regtest', xpub: XPUB, script_type: 'p2wpkh', password: PASSWORD },
    });
    sent += await meetFailingDatabase(sender, embedded.url);
    await waitUntil('the last lines are written', () => server.output().includes('"status":500'));
    const logs = `${server.output()}${await readFile(join(await clusterOf(dataDir), 'postgres.log'), 'utf8')}`;
    const secrets = [...sender.canaries.all, ...realSecrets(sender, embedded.url)];
    const leaked = secrets.filter((secret) => logs.includes(secret));
    lab.checkAll(
      leaked.map((secret) => `The log contains ${secret}: ${lineWith(logs, secret)}`),
      secrets.length,
    );
    lab.observe(
      `${sent} requests with ${secrets.length} canaries; ${logs.split('\n').length} lines of log at level trace`,
    );
    checkCovered(lab, logs);
  },
};

/** Otherwise an empty log would pass. */
function checkCovered(lab: Lab, logs: string): void {
  for (const status of [200, 201, 400, 401, 404, 409, 422, 500, 503])
    lab.check(logs.includes(`"status":${status}`), `No request was answered with ${status}.`);
}

const realSecrets = ({ keys, browser }: Sender, databaseUrl: string) => [
  keys.private_key,
  PASSWORD,
  EMAIL,
  XPUB,
  SECRET,
  'canary-node-password',
  'canary-node-key',
  browser.csrfToken,
  browser.cookie?.split('=')[1] ?? 'no cookie',
  new URL(databaseUrl).password,
];

const lineWith = (logs: string, secret: string) =>
  logs
    .split('\n')
    .find((line) => line.includes(secret))
    ?.slice(0, 600) ?? '';

/** Every route with a canary in each text of its example body, its path, its query and its headers. */
async function sendAll(sender: Sender): Promise<number> {
  let sent = 0;
  for (const route of routes) {
    for (const body of bodiesFor(route, sender.canaries)) {
      await sendTo(sender, route, body);
      sent += 1;
    }
  }
  return sent;
}

function bodiesFor({ body, path }: Route, canaries: Canaries): unknown[] {
  if (path.endsWith('/create_checkout_payment_intent')) return [validBody(), ...plantCanaries(validBody(), canaries)];
  const examples = Object.values(body?.examples ?? {}).map(({ value }) => value);
  return [undefined, ...examples, ...examples.flatMap((value) => plantCanaries(value, canaries))];
}

async function sendTo(
  { baseUrl, keys, browser, intent, canaries }: Sender,
  route: Route,
  body: unknown,
): Promise<void> {
  const known: Record<string, string> = { public_key: keys.public_key, payment_intent_id: intent, mode: 'test' };
  const path = parametersIn(route.path).reduce(
    (text, name) =>
      text.replace(name === '*' ? '*' : `{${name}}`, known[name] ?? canaries.like(PATH_PARAMETERS[name].example)),
    route.path,
  );
  const query = Object.keys(route.query?.properties ?? {}).map((name) => `${name}=${canaries.like(name)}`);
  const headers: Record<string, string> = {
    'user-agent': canaries.like(''),
    'idempotency-key': canaries.like(''),
    'x-canary': canaries.like(''),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(isKeyedRoute(route) ? { authorization: `Bearer ${keys.private_key}` } : {}),
    ...(isDashboardRoute(route)
      ? { cookie: browser.cookie ?? '', origin: browser.origin, 'x-florin-csrf': browser.csrfToken }
      : {}),
  };
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  for (const suffix of query.length === 0 ? [''] : ['', `?${query.join('&')}`]) {
    await sendBytes(baseUrl, { method: route.method, path: path + suffix, headers, ...content });
  }
  // The same with credentials that are wrong, and with a private key where none belongs.
  const wrong = {
    ...headers,
    authorization: `Bearer fsk_test_${canaries.like('')}`,
    cookie: `florin=${canaries.like('')}`,
  };
  await sendBytes(baseUrl, { method: route.method, path, headers: wrong, ...content });
  await sendBytes(baseUrl, {
    method: route.method,
    path: `${path}/fsk_test_${canaries.like('')}`,
    headers,
    ...content,
  });
}

/** Errors of the database can quote the row or the value that they are about. */
async function meetFailingDatabase({ baseUrl, keys, canaries }: Sender, databaseUrl: string): Promise<number> {
  const bodies = plantCanaries(validBody(), canaries);
  await runSql(
    databaseUrl,
    'ALTER TABLE florin_data.payment_intents ADD CONSTRAINT none CHECK (total_amount < 0) NOT VALID',
  );
  for (const body of bodies) await create(baseUrl, keys, body);
  await runSql(databaseUrl, 'ALTER TABLE florin_data.payment_intents DROP CONSTRAINT none');
  const locking = runSql(databaseUrl, 'BEGIN; LOCK TABLE florin_data.payment_intents; SELECT pg_sleep(5)');
  const search = `/payment_intents?email=${canaries.like('a@example.com')}`;
  await waitUntil('a search fails', async () => (await send(baseUrl, keys, search)).status === 503);
  await locking;
  return bodies.length + 1;
}
