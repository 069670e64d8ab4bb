import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { HDKey } from '@scure/bip32';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectProblem } from '../http/expect-problem.ts';
import { type Shop, startShop } from '../http/start-shop.ts';
import { send } from '../support/client.ts';
import { runSql } from '../support/databases.ts';
import { times } from '../support/effort.ts';
import { createMerchant, florin, florinEnv, PROGRAM, startServer } from '../support/server.ts';
import { waitUntil } from '../support/wait-until.ts';
import { createPayable, networkState, readIntent, typesOf, untilStatus } from './engine-client.ts';
import { openRpcProxy, type RpcProxy } from './rpc-proxy.ts';
import { type BitcoinNodeProcess, NODE_PROGRAMS, startBitcoinNode } from './start-bitcoin-node.ts';

const KILLS = times(5, 20);
const TEST_KEY_VERSIONS = { public: 0x043587cf, private: 0x04358394 };

const extendedKey = (seed: number) =>
  HDKey.fromMasterSeed(new Uint8Array(32).fill(seed), TEST_KEY_VERSIONS).derive("m/84'/1'/0'").publicExtendedKey;

/** The whole service on a real node. */
describe.each(NODE_PROGRAMS)('$name', ({ command, ...program }) => {
  const { coin, name: network } = program.network;

  describe.runIf(command)(`paying in ${coin}`, () => {
    let node: BitcoinNodeProcess;
    /** The first of two URLs. The second is the node itself. */
    let proxy: RpcProxy;
    let shop: Shop;
    let env: Record<string, string>;

    beforeAll(async () => {
      node = await startBitcoinNode({ command, ...program });
      proxy = await openRpcProxy(node.url);
      const nodes = `${proxy.url},${node.url}`;
      env = { [`FLORIN_RPC_${network.toUpperCase().replaceAll('-', '_')}`]: nodes, FLORIN_LOG_LEVEL: 'fatal' };
      shop = await startShop(env);
      await addWallet(shop.keys.merchant_id, extendedKey(7));
    });

    afterAll(async () => {
      await shop.stop();
      await proxy.remove();
      await node.remove();
    });

    const addWallet = (merchantId: string, xpub: string) => {
      const wallet = ['--network', network, '--xpub', xpub, '--script-type', 'p2wpkh'];
      return florin({ ...shop.options, env }, 'wallets', 'add', '--merchant', merchantId, ...wallet);
    };
    const askFor = (amount: string) => createPayable(shop, network, `${amount} ${coin}`);

    it('is offered at an address of the merchant’s key, with a link for the payer’s wallet', async () => {
      const [first, second] = [await askFor('0.5'), await askFor('0.25')];
      expect(first.address).not.toBe(second.address);
      expect(first.uri).toBe(`${program.network.title.split(' ')[0]?.toLowerCase()}:${first.address}?amount=0.5`);
      const wallets = await florin<{ data: { addresses: string[]; next_index: number }[] }>(
        { ...shop.options, env },
        'wallets',
        'list',
        '--merchant',
        shop.keys.merchant_id,
      );
      expect(wallets.data[0]?.addresses).toHaveLength(3);
      expect(wallets.data[0]?.addresses).not.toContain(second.address);
    });

    it('is seen, confirmed and final, with an event for each step', async () => {
      const { id, address } = await askFor('0.5');
      await node.send(address, '0.5');
      const seen = await untilStatus(shop, id, 'processing');
      expect(seen).toMatchObject({ amount_pending: '0.5', amount_received: '0', payments: [{ state: 'seen' }] });
      await node.mine(6);
      const paid = await untilStatus(shop, id, 'succeeded');
      expect(paid).toMatchObject({
        amount_received: '0.5',
        amount_pending: '0',
        flags: [],
        payments: [{ state: 'final' }],
      });
      expect(typesOf(paid)[0]).toBe('payment_intent.created');
      expect(typesOf(paid).at(-1)).toBe('payment_intent.succeeded');
      expect(paid.sequence).toBe(paid.timeline.length);
    });

    it('a payment in a dropped block is reversed, and succeeds again in a new block', async () => {
      const { id, address } = await askFor('0.4');
      await node.send(address, '0.4');
      const [block = ''] = await node.mine(6);
      await untilStatus(shop, id, 'succeeded');
      await node.call('invalidateblock', block);
      const nobody = await node.call<string>('getnewaddress');
      for (let count = 0; count < 7; count += 1) await node.call('generateblock', nobody, []);
      const undone = await untilStatus(shop, id, 'needs_review');
      expect(undone).toMatchObject({ review: { cause: 'reorged', from: 'succeeded' }, amount_received: '0' });
      expect(typesOf(undone)).toContain('payment_intent.reversed');
      await node.mine(6);
      const again = await untilStatus(shop, id, 'succeeded');
      expect(again).toMatchObject({ amount_received: '0.4', flags: ['reorged'] });
      expect(again.payments).toHaveLength(1);
    });

    it('a payment succeeds after the node was away, and the network is reported as delayed', async () => {
      const { id, address } = await askFor('0.35');
      await node.send(address, '0.35');
      await untilStatus(shop, id, 'processing');
      await node.mine(6);
      await node.stop();
      await waitUntil('the network is delayed', async () => (await networkState(shop, network)) === 'delayed');
      expect((await fetch(`${shop.baseUrl}/readyz`)).status).toBe(200);
      await node.start();
      await node.call('loadwallet', 'shop');
      await untilStatus(shop, id, 'succeeded');
    });

    // These tests are about the watcher, which is the same for both, so one node is enough.
    if (coin === 'LTC') {
      it('is seen through the second node while the first node hangs', async () => {
        const { id, address } = await askFor('0.2');
        proxy.state = 'silent';
        await node.send(address, '0.2');
        await untilStatus(shop, id, 'processing');
        proxy.state = 'open';
        await node.mine(6);
        await untilStatus(shop, id, 'succeeded');
      });

      it('is not credited while the node is distrusted, but afterwards', async () => {
        const { id, address } = await askFor('0.15');
        await untilNetwork('ok', 0);
        let calls = 0;
        proxy.override = (method) => {
          calls += 1;
          return method === 'getblockhash' ? 'ff'.repeat(32) : undefined;
        };
        await untilNetwork('distrusted', 1);
        await node.send(address, '0.15');
        await node.mine(6);
        const before = calls;
        await waitUntil('another call', async () => calls > before + 1);
        expect(await readIntent(shop, id)).toMatchObject({ status: 'requires_payment', payments: [] });
        proxy.override = () => undefined;
        expect((await untilStatus(shop, id, 'succeeded')).flags).toEqual([]);
        await untilNetwork('ok', 0);
      });

      it('keeps its status if the node falls behind, and the node is not distrusted', async () => {
        const { id, address } = await askFor('0.12');
        await node.send(address, '0.12');
        const blocks = await node.mine(6);
        await untilStatus(shop, id, 'succeeded');
        const newest = blocks.at(-1) ?? '';
        // Two of the six blocks are enough to succeed, and a node is behind only if it lacks a block that was read.
        await waitUntil('the newest block has been read', async () => {
          const [scan] = await runSql<{ hash: string }>(
            shop.databaseUrl,
            `SELECT cursor::jsonb->>'hash' AS hash FROM florin_data.scans WHERE network = $1`,
            [network],
          );
          return scan?.hash === newest;
        });
        await node.call('invalidateblock', newest);
        await untilNetwork('delayed', 0);
        expect((await readIntent(shop, id)).status).toBe('succeeded');
        await node.call('reconsiderblock', newest);
        await untilNetwork('ok', 0);
        expect(typesOf(await readIntent(shop, id))).not.toContain('payment_intent.reversed');
      });

      it(`is credited exactly once while the watcher is killed ${KILLS} times`, surviveKills);
    }

    /** Waits for a state of the network in `/readyz` and in the metrics. */
    async function untilNetwork(state: string, distrusted: number): Promise<void> {
      const line = `florin_network_distrusted{network="${network}"} ${distrusted}`;
      await waitUntil(`the network is ${state}`, async () => {
        if ((await networkState(shop, network)) !== state) return undefined;
        const metrics = await (await fetch(`${shop.baseUrl}/metrics`)).text();
        return metrics.split('\n').includes(line);
      });
    }

    async function surviveKills(): Promise<void> {
      await shop.server.stop();
      const api = await startServer({ ...shop.options, env: { ...env, FLORIN_ROLES: 'api' } });
      shop = { ...shop, server: api, baseUrl: api.baseUrl, stop: async () => void (await api.stop()) };
      const created = [];
      for (let count = 0; count < KILLS; count += 1) created.push(await askFor('0.01'));
      let worker = keepWorker();
      for (const { address } of created) {
        await node.send(address, '0.01');
        await node.mine(1);
        await sleep(800 + Math.random() * 1_500);
        worker.kill();
        // The lease of a dead holder is tested elsewhere, so do not wait for it here.
        await runSql(
          shop.databaseUrl,
          `UPDATE florin_control.leases SET leased_until = now() WHERE name = 'watch ${network}'`,
        );
        worker = keepWorker();
      }
      await node.mine(6);
      for (const { id } of created) {
        const intent = await untilStatus(shop, id, 'succeeded');
        expect(intent).toMatchObject({ amount_received: '0.01', overpaid_by: '0' });
        expect(intent.payments).toHaveLength(1);
        expect(typesOf(intent).filter((type) => type === 'payment_intent.succeeded')).toHaveLength(1);
        expect(intent.timeline.map(({ sequence }) => sequence)).toEqual(intent.timeline.map((_, index) => index + 1));
      }
      worker.kill();
    }

    /** Starts a worker, and again if it ends: on a busy machine, the database may not answer in time when it starts. */
    function keepWorker(): { kill(): void } {
      let worker: ChildProcess | undefined;
      const start = () => {
        worker = startWorker().once('exit', start);
      };
      start();
      return { kill: () => void worker?.off('exit', start).kill('SIGKILL') };
    }

    function startWorker(): ChildProcess {
      const { FLORIN_DATA_DIR: _, ...settings } = florinEnv({
        ...shop.options,
        env: { ...env, FLORIN_ROLES: 'worker' },
      });
      return spawn(process.execPath, [PROGRAM, 'serve'], { env: settings, stdio: 'ignore' });
    }

    it('rejects a secret, and a wallet of another merchant', async () => {
      const other = await createMerchant(shop.options);
      const add = (xpub: string) => addWallet(other.merchant_id, xpub);
      await expect(add(extendedKey(7))).rejects.toThrow('Another merchant');
      const secret = HDKey.fromMasterSeed(new Uint8Array(32).fill(9), TEST_KEY_VERSIONS).privateExtendedKey;
      await expect(add(secret)).rejects.toThrow(/move the money/i);
      expectProblem(
        await send(shop.baseUrl, shop.keys, '/wallets', { body: { network, xpub: extendedKey(8) } }),
        403,
        'insufficient_scope',
      );
    });
  });
});
