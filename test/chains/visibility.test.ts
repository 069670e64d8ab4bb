import { HDKey } from '@scure/bip32';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorker, type WorkerProcess } from '../faults/lab/start-worker.ts';
import { type OpenedStream, openStream } from '../http/open-stream.ts';
import { type Shop, startShop } from '../http/start-shop.ts';
import { freePort } from '../support/external-postgres.ts';
import { florin } from '../support/server.ts';
import { waitUntil } from '../support/wait-until.ts';
import { createPayable, networkState, readIntent, untilStatus } from './engine-client.ts';
import { openRpcProxy, type RpcProxy } from './rpc-proxy.ts';
import { type BitcoinNodeProcess, NODE_PROGRAMS, startBitcoinNode } from './start-bitcoin-node.ts';

const TEST_KEY_VERSIONS = { public: 0x043587cf, private: 0x04358394 };
const EXTENDED_KEY = HDKey.fromMasterSeed(new Uint8Array(32).fill(11), TEST_KEY_VERSIONS).derive(
  "m/84'/1'/0'",
).publicExtendedKey;

interface Report {
  ok: boolean;
  checks: { name: string; ok: boolean; detail: string; spare?: boolean }[];
}

/** What a failed command printed. */
const reportOf = (options: Parameters<typeof florin>[0]): Promise<Report> =>
  florin<Report>(options, 'doctor').catch((error: { code: number; stdout: string }) => {
    expect(error.code).toBe(1);
    return JSON.parse(error.stdout) as Report;
  });

const variable = (name: string) => `FLORIN_RPC_${name.toUpperCase().replaceAll('-', '_')}`;

const hear = (stream: OpenedStream, visibility: string) =>
  waitUntil(`the stream says ${visibility}`, () => {
    const data = stream.events().at(-1)?.data;
    return data?.['visibility'] === visibility ? data : undefined;
  });

const seenOn = (network: string, state: Record<string, unknown>) =>
  (state['options'] as { network: string; visible: boolean }[]).find((option) => option.network === network)?.visible;

/** Whether anyone is told what nobody can see, on a real node, with the worker in another process than the API. */
describe.each(NODE_PROGRAMS)('$name', ({ command, ...program }) => {
  const { coin, name: network, title } = program.network;
  /** The live network of the same coin. Its chain is another one than the node's. */
  const liveNetwork = network.replace('-regtest', '');

  describe.runIf(command)(`a node of ${coin}`, () => {
    let node: BitcoinNodeProcess;
    let first: RpcProxy;
    let second: RpcProxy;
    let shop: Shop;
    let worker: WorkerProcess;
    let env: Record<string, string>;

    beforeAll(async () => {
      node = await startBitcoinNode({ command, ...program });
      first = await openRpcProxy(node.url);
      second = await openRpcProxy(node.url);
      second.override = (method, [height]) => (method === 'getblockhash' && height === 0 ? 'ab'.repeat(32) : undefined);
      env = {
        [variable(network)]: `${first.url},${second.url}`,
        [variable(liveNetwork)]: node.url,
        FLORIN_LOG_LEVEL: 'fatal',
      };
      shop = await startShop({ ...env, FLORIN_ROLES: 'api' });
      worker = await startWorker({ databaseUrl: shop.databaseUrl, env });
      const wallet = ['--network', network, '--xpub', EXTENDED_KEY, '--script-type', 'p2wpkh'];
      await florin({ ...shop.options, env }, 'wallets', 'add', '--merchant', shop.keys.merchant_id, ...wallet);
    });

    afterAll(async () => {
      await worker.kill();
      await shop.stop();
      await Promise.all([first.remove(), second.remove()]);
      await node.remove();
    });

    const until = (name: string, state: string) =>
      waitUntil(`${name} is ${state}`, async () => (await networkState(shop, name)) === state);

    const watch = (id: string) => openStream(shop.baseUrl, `/${shop.keys.public_key}/checkout/${id}/events`, undefined);

    it('on another chain is found before anyone waits for money', async () => {
      await until(liveNetwork, 'distrusted');
      await until(network, 'ok');
    });

    it('is checked by the doctor, each URL on its own', async () => {
      const dead = `http://127.0.0.1:${await freePort()}`;
      const urls = { [variable(network)]: `${dead},${node.url},${second.url}`, [variable(liveNetwork)]: node.url };
      const { ok, checks } = await reportOf({ ...shop.options, env: urls });
      const find = (name: string, url: string) =>
        checks.find((check) => check.name === `${name} at ${new URL(url).host}`);
      expect(ok).toBe(false);
      expect(find(network, node.url)).toMatchObject({ ok: true });
      expect(find(network, node.url)?.detail).toMatch(/^reachable, right chain, block \d+, \d+ (s|min|h) old$/);
      expect(find(network, dead)).toMatchObject({
        ok: false,
        spare: true,
        detail: expect.stringMatching(/ECONNREFUSED/),
      });
      const wrongChain = { ok: false, detail: expect.stringMatching(/another chain/) };
      expect(find(network, second.url)).toMatchObject({ ...wrongChain, spare: true });
      expect(find(liveNetwork, node.url)).toMatchObject(wrongChain);
      expect(JSON.stringify(checks)).not.toContain(new URL(node.url).password);
      const alone = await reportOf({ ...shop.options, env: { [variable(network)]: dead } });
      expect(alone.ok).toBe(false);
      const spare = await reportOf({ ...shop.options, env: { [variable(network)]: `${dead},${node.url}` } });
      expect(spare.checks.filter((check) => !check.ok && !check.spare)).toEqual([]);
    });

    it('that lies is told to the payer by the poll that finds out or the next one, and so is its recovery', async () => {
      const { id } = await createPayable(shop, network, `0.4 ${coin}`);
      const stream = await watch(id);
      await hear(stream, 'ok');
      let lies = 0;
      first.override = (method, [height]) => {
        if (method !== 'getblockhash' || height !== 0) return method === 'getblockhash' ? 'ff'.repeat(32) : undefined;
        // Each poll begins with the question for the first block, once the network is distrusted.
        lies += 1;
        return undefined;
      };
      const told = await hear(stream, 'delayed');
      const polls = lies;
      expect(seenOn(network, told)).toBe(false);
      expect(polls).toBeLessThanOrEqual(2);
      expect(await readIntent(shop, id)).toMatchObject({ visibility: 'delayed', status: 'requires_payment' });
      first.override = () => undefined;
      expect(seenOn(network, await hear(stream, 'ok'))).toBe(true);
      stream.close();
    });

    it('that stops is told to the payer, and the payment becomes final when it is back', async () => {
      second.state = 'closed';
      const { id, address } = await createPayable(shop, network, `0.3 ${coin}`);
      const stream = await watch(id);
      await hear(stream, 'ok');
      await node.send(address, '0.3');
      await untilStatus(shop, id, 'processing');
      await node.stop();
      await hear(stream, 'delayed');
      await node.start();
      await node.call('loadwallet', 'shop');
      await node.mine(6);
      const paid = await untilStatus(shop, id, 'succeeded');
      expect(paid).toMatchObject({ visibility: 'ok', amount_received: '0.3' });
      stream.close();
      second.state = 'open';
    });

    it(`that takes over and is not on ${title} is not believed`, async () => {
      await until(network, 'ok');
      const { id, address } = await createPayable(shop, network, `0.2 ${coin}`);
      first.state = 'closed';
      await until(network, 'distrusted');
      await node.send(address, '0.2');
      await node.mine(6);
      expect(await readIntent(shop, id)).toMatchObject({ status: 'requires_payment', payments: [] });
      first.state = 'open';
      await untilStatus(shop, id, 'succeeded');
      await until(network, 'ok');
    });
  });
});
