import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Keys, send } from './client.ts';
import { freePort } from './external-postgres.ts';
import { waitUntil } from './wait-until.ts';

const PROGRAM = join(import.meta.dirname, '../../examples/shop/shop.mjs');

/** Where a shop runs, and how it reaches Florin. */
export interface ShopSettings {
  baseUrl: string;
  keys: Keys;
  port: number;
  secret: string;
  /** The folder of its state. Without one, the state is deleted when the shop stops. */
  folder?: string;
}

export interface ExampleShop {
  url: string;
  /** Everything it has printed so far. */
  output(): string;
  /** The orders to pack, as the shop has written them to its file. */
  toPack(): Promise<string[]>;
  stop(): Promise<void>;
}

/** Creates an endpoint for a shop that is to run on a free port. Events can also be sent to another URL that passes them on. */
export async function createShopEndpoint(baseUrl: string, keys: Keys, url?: string): Promise<ShopSettings> {
  const port = await freePort();
  const body = { url: url ?? `http://127.0.0.1:${port}/webhooks`, events: ['*'] };
  const reply = await send(baseUrl, keys, '/webhook_endpoints', { body });
  if (reply.status !== 201) throw new Error(`The endpoint was not created: ${reply.text}`);
  return { baseUrl, keys, port, secret: String(reply.json['secret']) };
}

/** Runs `examples/shop` until it is stopped, and waits until it responds. */
export async function startExampleShop({ baseUrl, keys, port, secret, ...where }: ShopSettings): Promise<ExampleShop> {
  const folder = where.folder ?? (await mkdtemp(join(tmpdir(), 'florin-shop-')));
  const child = spawn(process.execPath, [PROGRAM], {
    cwd: folder,
    env: {
      FLORIN_URL: baseUrl,
      FLORIN_PUBLIC_KEY: keys.public_key,
      FLORIN_PRIVATE_KEY: keys.private_key,
      WEBHOOK_SECRET: secret,
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(String(chunk)));
  const exited = once(child, 'exit');
  await waitUntil('the shop runs', () => {
    if (child.exitCode !== null) throw new Error(`The shop ended early:\n${chunks.join('')}`);
    return chunks.join('').includes('Shop running at');
  });
  return {
    url: `http://127.0.0.1:${port}`,
    output: () => chunks.join(''),
    toPack: async () => (JSON.parse(await readFile(join(folder, 'shop.json'), 'utf8')) as { toPack: string[] }).toPack,
    async stop() {
      child.kill('SIGKILL');
      await exited;
      if (where.folder === undefined) await rm(folder, { recursive: true });
    },
  };
}
