import { HDKey } from '@scure/bip32';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openChain } from '../../src/chains/registry.ts';
import type { Intent } from '../../src/domain/intents/intent.ts';
import type { NetworkName } from '../../src/domain/networks/network.ts';
import type { ChainAdapter } from '../../src/ports/chain.ts';
import { random } from '../../src/system/random.ts';
import { watchChain } from '../../src/workers/watch-chain.ts';
import { createMemoryPorts } from '../memory/create-memory-ports.ts';
import type { FakeChain } from '../memory/fake-chain.ts';
import { openShop, type Shop } from '../memory/open-shop.ts';
import { type BitcoinNodeProcess, NODE_PROGRAMS, startBitcoinNode } from './start-bitcoin-node.ts';

const VPUB_VERSIONS = { public: 0x045f1cf6, private: 0x045f18bc };

/** Gives one node the blocks of another, from a height on. It follows them if they are more. */
async function copyBlocks(from: BitcoinNodeProcess, to: BitcoinNodeProcess, fromHeight: number): Promise<void> {
  const tip = await from.call<number>('getblockcount');
  for (let height = fromHeight; height <= tip; height += 1) {
    const hash = await from.call<string>('getblockhash', height);
    await to.call('submitblock', await from.call<string>('getblock', hash, 0));
  }
}

const node = (given: BitcoinNodeProcess | undefined) => given ?? expect.fail('no node');

// One program is enough: what differs between them is not what is tested here.
describe.each(NODE_PROGRAMS.filter(({ command }) => command !== undefined).slice(0, 1))(
  'two nodes of $name',
  ({ network, ...program }) => {
    const name = network.name as NetworkName;
    let [one, two]: BitcoinNodeProcess[] = [];
    let shop: Shop;
    let chain: ChainAdapter;

    beforeAll(async () => {
      [one, two] = await Promise.all([1, 2].map(() => startBitcoinNode({ network, ...program })));
      await node(one).mine(10);
      await copyBlocks(node(one), node(two), 1);
      const ports = createMemoryPorts({ nowMs: Date.now(), networks: [] });
      const agreement = { nodes: 2, worth: 1_000 };
      const urls = [node(one).url, node(two).url];
      chain = await openChain({ clock: ports.clock, random, furtherAssets: [], agreement }, name, urls);
      // Nothing of what follows asks the fakes for more than an adapter.
      shop = await openShop({ ports: { ...ports, chains: new Map([[name, chain as FakeChain]]) } });
      await shop.addWallet(
        name,
        HDKey.fromMasterSeed(random.bytes(32), VPUB_VERSIONS).derive("m/84'/1'/0'").publicExtendedKey,
      );
    });

    afterAll(() => Promise.all([one?.remove(), two?.remove()]));

    const poll = async () => {
      shop.ports.clock.advance(network.pollMs);
      await watchChain(shop.ports, chain, { holder: 'test', roundsUntilProbe: 1 });
    };
    const paymentOf = async ({ id }: Intent) => (await shop.find(id)).payments[0];
    const nodeStates = async () => (await shop.ports.networks.list())[0]?.nodes?.map(({ state }) => state);

    it('hold back a large payment while they have different blocks, and no small one', async () => {
      const [small, large] = [await shop.openIntent(`5 ${network.coin}`), await shop.openIntent(`50 ${network.coin}`)];
      const addressOf = async (intent: Intent) => (await shop.targetOf(intent, name)).address;
      await node(one).sendMany({ [await addressOf(small)]: '5', [await addressOf(large)]: '50' });
      const [first = ''] = await node(one).mine(13);
      await node(two).mine(13);
      const { height } = await node(one).call<{ height: number }>('getblockheader', first);

      await poll();
      await poll();
      expect(await paymentOf(small)).toMatchObject({ state: 'final', blockHeight: height });
      expect(await paymentOf(large)).toMatchObject({ state: 'confirmed', requirement: { agreed: true } });
      expect((await shop.find(large.id)).status).toBe('processing');
      expect(await nodeStates()).toEqual(['disagrees', 'disagrees']);

      await node(one).mine(1);
      await copyBlocks(node(one), node(two), height);
      await poll();
      expect(await paymentOf(large)).toMatchObject({ state: 'final', blockHeight: height });
      expect((await shop.find(large.id)).status).toBe('succeeded');
      expect(await nodeStates()).toEqual(['ok', 'ok']);
    });
  },
);
