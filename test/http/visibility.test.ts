import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { ChainError } from '../../src/domain/networks/chain-error.ts';
import { buildApp } from '../../src/http/server/app.ts';
import { Metrics } from '../../src/http/server/metrics.ts';
import { openLog } from '../../src/system/log.ts';
import { KeyUseLog } from '../../src/usecases/keys/key-use-log.ts';
import { VisibilityWatch } from '../../src/usecases/networks/visibility-watch.ts';
import { RequestLog } from '../../src/usecases/requests/request-log.ts';
import { SessionWatch } from '../../src/usecases/sessions/session-watch.ts';
import { watchChain } from '../../src/workers/watch-chain.ts';
import { openShop } from '../memory/open-shop.ts';
import { waitUntil } from '../support/wait-until.ts';
import { openStream } from './open-stream.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const NODE = 'node.internal:8332';
const DISTRUSTED = new ChainError('distrusted', `${NODE} is on another chain.`);

/** The HTTP server on fake networks, with a worker and a clock that only the test moves. */
async function setUp() {
  const shop = await openShop();
  const { ports } = shop;
  await shop.addWallet('solana-devnet', 'wallet');
  let queries = 0;
  const list = async () => {
    queries += 1;
    return ports.networks.list();
  };
  const visibilityWatch = new VisibilityWatch({ ...ports, networks: { list } });
  const log = openLog('silent');
  const app = buildApp({
    context: {
      ...ports,
      networks: { ...ports.networks, list: () => visibilityWatch.list() },
      config: readConfig({}),
      keyUseLog: new KeyUseLog(ports.clock),
      requestLog: new RequestLog(() => undefined),
      sessionWatch: new SessionWatch(),
      visibilityWatch,
      intake: { isEnding: false, error: undefined },
      health: async () => [],
      metrics: async () => ({ contentType: 'text/plain', text: '' }),
    },
    metrics: new Metrics(['api']),
    log,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  closing.push(async () => {
    await app.close();
    log.close();
  });
  const watchers = new Map([...ports.chains.keys()].map((name) => [name, { holder: 'worker', roundsUntilProbe: 0 }]));
  /** One poll of the worker on every network, and the next look of the API at its reports. */
  const poll = async () => {
    ports.clock.advance(1_000);
    for (const [name, watcher] of watchers) {
      const chain = ports.chains.get(name);
      if (chain) await watchChain(ports, chain, watcher).catch(() => undefined);
    }
    await visibilityWatch.look();
  };
  const { publicKey } = shop.made.key;
  const { id } = await shop.openIntent('0.5 SOL');
  const baseUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const checkoutPath = `/${publicKey}/checkout/${id}`;
  const read = async (path: string, headers: Record<string, string> = {}) =>
    (await (await fetch(`${baseUrl}${path}`, { headers })).json()) as Record<string, unknown>;
  return {
    shop,
    poll,
    queries: () => queries,
    readCheckout: () => read(`${checkoutPath}/status`),
    readPayload: () => read(checkoutPath, { accept: 'application/json' }),
    claim: (tx: string) =>
      fetch(`${baseUrl}${checkoutPath}/claim`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ tx }),
      }),
    readIntent: () => read(`/${publicKey}/payment_intents/${id}`, { authorization: `Bearer ${shop.made.privateKey}` }),
    readReadiness: () => read('/readyz'),
    openStream: () => openStream(baseUrl, `${checkoutPath}/events`, undefined),
  };
}

const visibleIn = (state: Record<string, unknown>, member = 'options') =>
  Object.fromEntries(
    (state[member] as { network: string; visible: boolean }[]).map(({ network, visible }) => [network, visible]),
  );

it('the checkout, its stream and the intent tell after one poll that a network cannot be seen, and that it is back', async () => {
  const { shop, poll, readCheckout, readPayload, readIntent, openStream: open } = await setUp();
  await poll();
  const stream = await open();
  const hear = (count: number) =>
    waitUntil(`${count} states`, () => {
      const events = stream.events();
      return events.length >= count ? events.at(-1)?.data : undefined;
    });
  expect(await hear(1)).toMatchObject({ visibility: 'ok', payable: true });
  expect(visibleIn(await readCheckout())).toEqual({ simulated: true, 'solana-devnet': true });
  expect(await readIntent()).toMatchObject({ visibility: 'ok' });

  shop.ports.chain('solana-devnet').report(DISTRUSTED);
  await poll();
  const told = await hear(2);
  expect(told).toMatchObject({ visibility: 'delayed', payable: true, status: 'requires_payment' });
  expect(visibleIn(told)).toEqual({ simulated: true, 'solana-devnet': false });
  expect(await readCheckout()).toMatchObject({ ...told, server_time: expect.any(String) });
  expect(visibleIn(await readPayload(), 'wallet_uris')).toEqual({ simulated: true, 'solana-devnet': false });
  expect(await readIntent()).toMatchObject({ visibility: 'delayed' });

  await poll();
  expect(await hear(3)).toMatchObject({ visibility: 'ok' });
  expect(visibleIn(await readCheckout())).toEqual({ simulated: true, 'solana-devnet': true });
  expect(await readIntent()).toMatchObject({ visibility: 'ok' });
  stream.close();
});

it('a checkout says that nobody watches when the worker is silent, and a hundred reads need no query', async () => {
  const { shop, poll, queries, readCheckout } = await setUp();
  await poll();
  expect(await readCheckout()).toMatchObject({ visibility: 'ok' });
  const before = queries();
  shop.ports.clock.advance(15_001);
  expect(visibleIn(await readCheckout())).toEqual({ simulated: false, 'solana-devnet': true });
  shop.ports.clock.advance(15_000);
  expect(visibleIn(await readCheckout())).toEqual({ simulated: false, 'solana-devnet': false });
  for (let reads = 0; reads < 100; reads += 1) await readCheckout();
  expect(queries()).toBe(before);
  await poll();
  expect(await readCheckout()).toMatchObject({ visibility: 'ok' });
});

it('/readyz names networks and their states, and no node', async () => {
  const { shop, poll, readReadiness } = await setUp();
  shop.ports.chain('bitcoin').newest = DISTRUSTED;
  await poll();
  const readiness = await readReadiness();
  expect(readiness['networks']).toContainEqual({ network: 'bitcoin', state: 'distrusted' });
  for (const network of readiness['networks'] as object[]) expect(Object.keys(network)).toEqual(['network', 'state']);
  expect(JSON.stringify(readiness)).not.toContain('node.internal');
});

it('a claim names the network that cannot be reached', async () => {
  const { shop, readCheckout, claim } = await setUp();
  await readCheckout();
  shop.ports.chain('solana-devnet').transactions.set('tx-1', new ChainError('away', `${NODE} timed out`));
  const answer = await claim('tx-1');
  expect(answer.status).toBe(503);
  const problem = await answer.text();
  expect(JSON.parse(problem)).toMatchObject({ code: 'unavailable', network: 'Solana devnet' });
  expect(problem).not.toContain('node.internal');
});
