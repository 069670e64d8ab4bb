import type { Browser, BrowserContext, Page } from 'playwright-core';
import { create, createdId, type Keys, send, validBody } from '../support/client.ts';
import { createDatabase } from '../support/databases.ts';
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
  /** For commands that work on the same database. */
  options: ServerOptions & { databaseUrl: string };
  /** A test may put another in its place. */
  server: Server;
  context: BrowserContext;
  page: Page;
  /** What the pages complained about: errors of the console, of scripts, and of the page's policy. */
  complaints: string[];
  stop(): Promise<void>;
}

/** Blocks come five times a second, so that a payment is final at once. */
const QUICK = { FLORIN_LOG_LEVEL: 'error', FLORIN_SIMULATED_BLOCK_MS: '200' };

/** A fresh database, a real server on it, and one window of a real browser: what a file of tests shares. */
export function openRealShop(env: Record<string, string> = {}): Promise<RealShop> {
  return open(env, startHosted);
}

/** The same with a server in a process of its own, for tests that read what it prints. */
export function openOwnShop(env: Record<string, string> = {}): Promise<RealShop<RunningServer>> {
  return open(env, startServer);
}

async function open<Server extends AnsweringServer>(
  env: Record<string, string>,
  start: (options: { databaseUrl: string; env: Record<string, string> }) => Promise<Server>,
): Promise<RealShop<Server>> {
  const options = { databaseUrl: await createDatabase() };
  const server = await start({ ...options, env: { ...QUICK, ...env } });
  const browser: Browser = await launchChromium();
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const complaints: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.location().url}: ${message.text()}`);
  });
  context.on('weberror', (error) => complaints.push(error.error().message));
  const page = await context.newPage();
  const shop: RealShop<Server> = {
    options,
    server,
    context,
    page,
    complaints,
    async stop() {
      await browser.close();
      await shop.server.stop();
    },
  };
  return shop;
}

export const createIntent = async (baseUrl: string, keys: Keys, change: Record<string, unknown> = {}) =>
  createdId(await create(baseUrl, keys, { ...validBody(), ...change }));

/** Comes back when the intent stands where it should. */
export async function untilStatus(baseUrl: string, keys: Keys, id: string, status: string): Promise<void> {
  await waitUntil(`${id} is ${status}`, async () => {
    const { json } = await send(baseUrl, keys, `/payment_intents/${id}`);
    return json['status'] === status;
  });
}

/** Pays by simulation, and comes back when the intent has moved. */
export async function payAndWait(baseUrl: string, keys: Keys, id: string, kind: string, status: string): Promise<void> {
  await send(baseUrl, keys, `/payment_intents/${id}/simulate`, { body: { kind } });
  await untilStatus(baseUrl, keys, id, status);
}
