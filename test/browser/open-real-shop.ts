import type { Browser, BrowserContext, Page } from 'playwright-core';
import { create, createdId, type Keys, send, validBody } from '../support/client.ts';
import { createMigrated } from '../support/create-migrated.ts';
import {
  type AnsweringServer,
  type RunningServer,
  type ServerOptions,
  startHosted,
  startServer,
} from '../support/server.ts';
import { waitUntil } from '../support/wait-until.ts';
import { launchChromium } from './launch-chromium.ts';

export interface RealShop<Server extends AnsweringServer = AnsweringServer> {
  /** For CLI commands on the same database. */
  options: ServerOptions & { databaseUrl: string };
  /** A test may replace it. */
  server: Server;
  context: BrowserContext;
  page: Page;
  /** Errors from the console, scripts and the content security policy. */
  browserErrors: string[];
  stop(): Promise<void>;
}

/** Five blocks per second, so that payments are final quickly. */
const QUICK = { FLORIN_LOG_LEVEL: 'error', FLORIN_SIMULATED_BLOCK_MS: '200' };

/** A new database, a real server and a browser window, shared by a test file. */
export function openRealShop(env: Record<string, string> = {}): Promise<RealShop> {
  return open(env, startHosted);
}

/** The same with the server in its own process, for tests that read its output. */
export function openOwnShop(env: Record<string, string> = {}): Promise<RealShop<RunningServer>> {
  return open(env, startServer);
}

async function open<Server extends AnsweringServer>(
  env: Record<string, string>,
  start: (options: { databaseUrl: string; env: Record<string, string> }) => Promise<Server>,
): Promise<RealShop<Server>> {
  const options = { databaseUrl: await createMigrated(['control', 'data']) };
  const server = await start({ ...options, env: { ...QUICK, ...env } });
  const browser: Browser = await launchChromium();
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const browserErrors: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') browserErrors.push(`${message.location().url}: ${message.text()}`);
  });
  context.on('weberror', (error) => browserErrors.push(error.error().message));
  const page = await context.newPage();
  const shop: RealShop<Server> = {
    options,
    server,
    context,
    page,
    browserErrors,
    async stop() {
      await browser.close();
      await shop.server.stop();
    },
  };
  return shop;
}

export const createIntent = async (baseUrl: string, keys: Keys, change: Record<string, unknown> = {}) =>
  createdId(await create(baseUrl, keys, { ...validBody(), ...change }));

/** Waits until the payment intent has the status. */
export async function untilStatus(baseUrl: string, keys: Keys, id: string, status: string): Promise<void> {
  await waitUntil(`${id} is ${status}`, async () => {
    const { json } = await send(baseUrl, keys, `/payment_intents/${id}`);
    return json['status'] === status;
  });
}

/** Simulates a payment and waits for the status. */
export async function payAndWait(baseUrl: string, keys: Keys, id: string, kind: string, status: string): Promise<void> {
  await send(baseUrl, keys, `/payment_intents/${id}/simulate`, { body: { kind } });
  await untilStatus(baseUrl, keys, id, status);
}
