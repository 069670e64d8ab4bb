import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Container, createVolume, type Image, startContainer } from './start-container.ts';

const READY_MS_MAX = 5_000;
/** What an image that only runs the program has no use for. */
const TOOLS = ['cc', 'curl', 'gcc', 'git', 'make', 'npm', 'npx', 'python3', 'tsc', 'vite'];

/** One network of each kind, so that its code is loaded. Nobody answers at these addresses. */
const NETWORKS = {
  FLORIN_RPC_BITCOIN: 'http://127.0.0.1:9',
  FLORIN_RPC_LITECOIN: 'esplora+http://127.0.0.1:9',
  FLORIN_RPC_ETHEREUM: 'http://127.0.0.1:9',
  FLORIN_RPC_SOLANA: 'http://127.0.0.1:9',
};

function report(ok: boolean, text: string): void {
  console.log(`${ok ? 'ok  ' : 'FAIL'}  ${text}`);
  if (!ok) process.exitCode = 1;
}

const BODY = {
  customer: { name: 'Ada Jansen', email: 'ada@example.com', phone_number: '+31 20 555 0100' },
  total_amount: 12_100,
  items: [{ item_id: 'sku_tulip_bulbs', quantity: 2 }],
  currency_displayed: 'USD',
  tax_percent: 21,
  tax_amount: 2_100,
  crypto_amount_requested: '0.46342 SOL',
  exchange_rate: '1 SOL = $261.10',
};

interface Keys {
  public_key: string;
  private_key: string;
}

async function createIntent(url: string, keys: Keys): Promise<string> {
  const address = {
    address: 'Keizersgracht 126',
    city: 'Amsterdam',
    state: 'Noord-Holland',
    country: 'NL',
    postal_code: '1015 CW',
  };
  const response = await fetch(`${url}/${keys.public_key}/create_checkout_payment_intent`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys.private_key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...BODY, billing_address: address, shipping_address: address }),
  });
  const body = (await response.json()) as { payment_intent_response?: { payment_intent_id: string } };
  report(response.status === 201, `creates an intent over HTTP (${response.status})`);
  return body.payment_intent_response?.payment_intent_id ?? '';
}

async function readIntent(url: string, keys: Keys, id: string): Promise<boolean> {
  const response = await fetch(`${url}/${keys.public_key}/payment_intents/${id}`, {
    headers: { authorization: `Bearer ${keys.private_key}` },
  });
  return response.status === 200 && ((await response.json()) as { id: string }).id === id;
}

/** Each of these loads parts of the program, or files, that the start does not load. */
async function readPages(url: string, keys: Keys, id: string): Promise<void> {
  const authorization = `Bearer ${keys.private_key}`;
  const checkout = `/${keys.public_key}/checkout/${id}`;
  for (const path of ['/docs', '/dashboard', '/openapi.json', checkout, `/${keys.public_key}/invoices/${id}.pdf`]) {
    const response = await fetch(url + path, { headers: path.endsWith('.pdf') ? { authorization } : {} });
    const bytes = (await response.arrayBuffer()).byteLength;
    report(
      response.status === 200 && bytes > 0,
      `${path.replace(keys.public_key, 'fpk_…')}: ${response.status}, ${bytes} bytes`,
    );
  }
}

async function inspect(container: Container, image: Image): Promise<void> {
  const succeeds = (command: readonly string[]) =>
    container.exec(command).then(
      () => true,
      () => false,
    );
  const account = (await container.exec(['id', '-u'])).trim();
  report(account !== '0' && image.user.startsWith(`${account}:`), `runs as account ${account}`);
  const writable = [];
  for (const folder of ['/', '/app', '/app/node_modules', '/etc', '/usr', '/var'])
    if (await succeeds(['touch', join(folder, 'written')])) writable.push(folder);
  const mounts = (await container.exec(['cat', '/proc/mounts'])).split('\n').map((line) => line.split(' '));
  const isReadOnly = mounts.some(([, place, , options]) => place === '/' && options?.split(',').includes('ro'));
  report(isReadOnly && writable.length === 0, `the root is read-only ${writable.join(' ')}`.trim());
  const found = await container.exec(['sh', '-c', `for tool in ${TOOLS.join(' ')}; do command -v $tool || true; done`]);
  report(found.trim() === '', `has no development tools ${found.trim().replaceAll('\n', ' ')}`.trim());
  const unreadable = await container.exec(['find', '/app', '!', '-readable']);
  report(unreadable === '', `can read all files of the program ${unreadable.slice(0, 200)}`.trim());
  report(await succeeds(image.healthCheck), 'the health check succeeds');
  report(await succeeds(['florin', 'doctor']), 'florin doctor finds nothing wrong');
}

async function stop(container: Container, what: string): Promise<void> {
  const { code, ms } = await container.stop();
  report(code === 0, `${what} stops on SIGTERM with ${code} after ${(ms / 1_000).toFixed(2)} s`);
}

/** Starts the image as an engine would, uses it, stops it, and starts it again on the same volume. */
export async function tryImage(image: Image): Promise<void> {
  const volume = await createVolume(image);
  const empty = await createVolume(image);
  try {
    const cold = await startContainer(image, volume);
    console.log(`      ready in ${(cold.readyMs / 1_000).toFixed(2)} s on an empty volume`);
    await inspect(cold, image);
    const account = ['--name', 'Trial', '--email', 'trial@example.com', '--password', 'correct horse battery'];
    const keys = JSON.parse(await cold.exec(['florin', 'merchants', 'create', ...account, '--json'])) as Keys;
    const intent = await createIntent(cold.url, keys);
    await readPages(cold.url, keys, intent);
    await stop(cold, 'the embedded database');

    const warm = await startContainer(image, volume);
    report(
      warm.readyMs <= READY_MS_MAX,
      `ready in ${(warm.readyMs / 1_000).toFixed(2)} s on a warm volume, at most ${READY_MS_MAX / 1_000}`,
    );
    report(await readIntent(warm.url, keys, intent), 'has the intent after the restart');

    // A second container without a volume worth keeping shares the database of the first.
    const [options, password, secret] = await Promise.all(
      ['postgres/postmaster.opts', 'postgres-password', 'secret'].map((name) => readFile(join(volume, name), 'utf8')),
    );
    const port = /"-p" "(\d+)"/.exec(options ?? '')?.[1];
    const shared = await startContainer(image, empty, {
      DATABASE_URL: `postgres://florin:${password?.trim()}@127.0.0.1:${port}/florin`,
      FLORIN_SECRET: secret?.trim() ?? '',
      FLORIN_ROLES: 'api',
      ...NETWORKS,
    });
    report(
      await readIntent(shared.url, keys, intent),
      `serves from DATABASE_URL, ready in ${(shared.readyMs / 1_000).toFixed(2)} s`,
    );
    await stop(shared, 'the second node');
    await stop(warm, 'the first node');
  } finally {
    await Promise.all([volume, empty].map((folder) => rm(folder, { recursive: true, force: true })));
  }
}
