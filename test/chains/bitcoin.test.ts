import { HDKey } from '@scure/bip32';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChainAdapter, PendingTransfer, Scan, Wallet } from '../../src/chain-ports.ts';
import { createBitcoinChain } from '../../src/chains/bitcoin/create-bitcoin-chain.ts';
import { createRpc } from '../../src/chains/rpc/create-rpc.ts';
import { ASSETS_ON_NETWORKS } from '../../src/domain/asset.ts';
import { parseDecimal } from '../../src/domain/decimal.ts';
import { NETWORKS } from '../../src/domain/network.ts';
import type { Transfer } from '../../src/domain/transfer.ts';
import { random } from '../../src/system/random.ts';
import { type BitcoinNodeProcess, NODE_PROGRAMS, startBitcoinNode } from './start-bitcoin-node.ts';

const TEST_KEY_VERSIONS = { public: 0x043587cf, private: 0x04358394 };

/** The machine's clock, which a test may put forward past a back-off. */
let aheadMs = 0;
const clock = { nowMs: () => Date.now() + aheadMs };

const chainAt = (url: string, network: (typeof NODE_PROGRAMS)[number]['network']): ChainAdapter =>
  createBitcoinChain({
    network,
    rpc: createRpc({ urls: [url], clock, random, timeoutMs: 5_000 }),
    clock,
    random,
    assets: ASSETS_ON_NETWORKS,
  });

/** Reads as the loop around an adapter does: keeps the cursor, and what is pending. */
class Reader {
  readonly chain: ChainAdapter;
  readonly sinceMs = clock.nowMs();
  cursor: string | undefined;
  pending: PendingTransfer[] = [];

  constructor(chain: ChainAdapter) {
    this.chain = chain;
  }

  async scan(): Promise<Scan> {
    const { sinceMs, pending } = this;
    const scan = await this.chain.scan(this.cursor, {
      sinceMs,
      nowMs: clock.nowMs(),
      pending,
      addresses: async () => [],
    });
    this.cursor = scan.cursor;
    return scan;
  }

  /** Scans until there is nothing more to read. */
  async catchUp(): Promise<Scan[]> {
    const scans = [await this.scan()];
    while (scans.at(-1)?.behind === true) scans.push(await this.scan());
    return scans;
  }

  async expectFault(kind: string, sentence: RegExp): Promise<void> {
    const before = this.cursor;
    const fault = await this.scan().then(
      () => undefined,
      (error: Error) => error,
    );
    expect(fault).toMatchObject({ name: 'ChainFault', kind });
    expect(fault?.message).toMatch(sentence);
    expect(this.cursor).toBe(before);
  }
}

const to = (address: string, scans: Scan[]): Transfer[] =>
  scans.flatMap(({ transfers }) => transfers.filter((transfer) => transfer.keys.includes(address)));

const pendingOf = ({ tx, spends, blockHeight }: Transfer): PendingTransfer => ({ tx, spends, blockHeight });

describe.each(NODE_PROGRAMS)('on $name', (program) => {
  describe.skipIf(program.command === undefined)('the reader', () => {
    let node: BitcoinNodeProcess;
    let chain: ChainAdapter;
    let wallet: Wallet;
    let nextIndex = 0;
    const { coin } = program.network;

    /** An address that nobody has used. */
    const newAddress = () => {
      nextIndex += 1;
      return chain.placeAt(wallet, nextIndex).address;
    };

    /** A reader that stands at the tip. */
    const readerAtTip = async () => {
      const reader = new Reader(chainAt(node.url, program.network));
      await reader.catchUp();
      return reader;
    };

    beforeAll(async () => {
      node = await startBitcoinNode(program);
      chain = chainAt(node.url, program.network);
      const account = HDKey.fromMasterSeed(random.bytes(32), TEST_KEY_VERSIONS).derive("m/84'/1'/0'");
      wallet = chain.readWallet({ text: account.publicExtendedKey, scriptType: 'p2wpkh' });
    });

    afterAll(() => node.remove());

    it('derives the addresses that the node derives', async () => {
      const account = HDKey.fromMasterSeed(random.bytes(32), TEST_KEY_VERSIONS).derive("m/44'/1'/0'").publicExtendedKey;
      for (const scriptType of ['p2wpkh', 'p2sh-p2wpkh', 'p2pkh'] as const) {
        const { text } = chain.readWallet({ text: account, scriptType });
        const { descriptor } = await node.call<{ descriptor: string }>('getdescriptorinfo', text);
        expect(text).toBe(descriptor);
        const derived = await node.call<string[]>('deriveaddresses', text, [0, 20]);
        expect(derived.map((_, index) => chain.placeAt({ kind: 'extended_key', text }, index).address)).toEqual(
          derived,
        );
        const [last] = await node.call<string[]>('deriveaddresses', text, [2 ** 31 - 1, 2 ** 31 - 1]);
        expect(chain.placeAt({ kind: 'extended_key', text }, 2 ** 31 - 1).address).toBe(last);
      }
    });

    it('sees a payment in the mempool, and then in its block', async () => {
      const reader = await readerAtTip();
      const address = newAddress();
      const tx = await node.send(address, '0.12345678');
      const beforeMs = clock.nowMs();
      const [seen, ...more] = to(address, await reader.catchUp());
      expect(more).toEqual([]);
      expect(seen).toMatchObject({ tx, address, keys: [address], asset: coin, token: undefined, failed: false });
      expect(seen).toMatchObject({ amount: parseDecimal('0.12345678'), blockHeight: undefined });
      expect(seen?.firstSeenAtMs).toBeGreaterThan(beforeMs - 5_000);
      expect(seen?.spends.length).toBeGreaterThan(0);
      expect(to(address, await reader.catchUp())).toEqual([]);

      await node.mine(1);
      const scans = await reader.catchUp();
      const height = await node.call<number>('getblockcount');
      expect(to(address, scans)).toMatchObject([{ tx, index: seen?.index, blockHeight: height, spends: seen?.spends }]);
      expect(scans.at(-1)).toMatchObject({ tipHeight: height, rolledBackTo: undefined, replaced: [], missing: [] });
    });

    it('tells each of several readers of everything, also when one could not keep what it was told', async () => {
      const [one, other] = [await readerAtTip(), await readerAtTip()];
      const shared = new Reader(one.chain);
      await shared.catchUp();
      const address = newAddress();
      await node.send(address, '0.5');
      const before = one.cursor;
      expect(to(address, await one.catchUp()).length).toBe(1);
      expect(to(address, await shared.catchUp()).length).toBe(1);
      expect(to(address, await other.catchUp()).length).toBe(1);
      one.cursor = before;
      expect(to(address, await one.catchUp()).length).toBe(1);
      await node.mine(1);
    });

    it('tells two outputs of one transaction apart', async () => {
      const reader = await readerAtTip();
      const [first, second] = [newAddress(), newAddress()];
      const tx = await node.sendMany({ [first]: '0.1', [second]: '0.2' });
      await node.mine(1);
      const scans = await reader.catchUp();
      const [one, ...oneMore] = to(first, scans);
      const [two, ...twoMore] = to(second, scans);
      expect([...oneMore, ...twoMore]).toEqual([]);
      expect(one).toMatchObject({ tx, amount: parseDecimal('0.1') });
      expect(two).toMatchObject({ tx, amount: parseDecimal('0.2') });
      expect(one?.index).not.toBe(two?.index);
    });

    it('calls a payment replaced only when the other one stands in a block', async () => {
      const reader = await readerAtTip();
      const address = newAddress();
      const tx = await node.send(address, '0.3');
      const [old] = to(address, await reader.catchUp());
      reader.pending = [pendingOf(old as Transfer)];
      const newer = await node.bumpFee(tx);
      const unconfirmed = await reader.catchUp();
      expect(to(address, unconfirmed)).toMatchObject([{ tx: newer, blockHeight: undefined }]);
      expect(unconfirmed.flatMap(({ replaced }) => replaced)).toEqual([]);
      expect(unconfirmed.at(-1)?.missing).toEqual([tx]);

      await node.mine(1);
      const confirmed = await reader.catchUp();
      expect(confirmed.flatMap(({ replaced }) => replaced)).toEqual([tx]);
      expect(confirmed.at(-1)?.missing).toEqual([]);
      expect(to(address, confirmed)).toMatchObject([{ tx: newer }]);
    });

    it('follows a reorganisation, and finds the payment again at another height', async () => {
      const reader = await readerAtTip();
      const address = newAddress();
      const tx = await node.send(address, '0.4');
      const [, blockHash] = await node.mine(1).then(([hash]) => ['', hash ?? '']);
      await node.mine(1);
      const [first] = to(address, await reader.catchUp());
      const height = first?.blockHeight ?? 0;
      expect(first).toMatchObject({ tx });
      reader.pending = [pendingOf(first as Transfer)];

      await node.call('invalidateblock', blockHash);
      // Three blocks without the payment, which waits in the mempool meanwhile.
      const miner = await node.call<string>('getnewaddress');
      for (let count = 0; count < 3; count += 1) await mineEmpty(node, miner);
      const scans = await reader.catchUp();
      expect(scans[0]?.rolledBackTo).toBe(height - 1);
      expect(scans.at(-1)).toMatchObject({ tipHeight: height + 2, replaced: [], missing: [] });
      expect(to(address, scans)).toMatchObject([{ tx, index: first?.index, blockHeight: undefined }]);

      await node.mine(1);
      const [again] = to(address, await reader.catchUp());
      expect(again).toMatchObject({ tx, index: first?.index, blockHeight: height + 3, spends: first?.spends });
    });

    it('catches up over fifty blocks in several calls', async () => {
      const reader = await readerAtTip();
      const address = newAddress();
      await node.send(address, '0.01');
      await node.mine(50);
      const tip = await node.call<number>('getblockcount');
      const first = await reader.scan();
      expect(first).toMatchObject({ behind: true, tipHeight: tip });
      expect(first.scannedUntilMs).toBeLessThanOrEqual(clock.nowMs());
      const [second, third, ...more] = await reader.catchUp();
      expect([second?.behind, third?.behind, more.length]).toEqual([true, false, 0]);
      expect(to(address, [first])).toMatchObject([{ blockHeight: tip - 49 }]);
      expect(third?.scannedUntilMs).toBeGreaterThan(clock.nowMs() - 5_000);
    });

    it('begins with the blocks since the first place was given out, and with no others', async () => {
      const old = newAddress();
      await node.send(old, '0.02');
      const times = await node.mine(1);
      const { time } = await node.call<{ time: number }>('getblockheader', times[0]);
      const late = new Reader(chainAt(node.url, program.network));
      // More than two hours behind the last block: everything before was sent to nobody who waits.
      Object.assign(late, { sinceMs: (time + 3 * 3_600) * 1_000 });
      expect((await late.catchUp()).flatMap(({ transfers }) => transfers)).toEqual([]);
      const early = new Reader(chainAt(node.url, program.network));
      expect(to(old, await early.catchUp()).length).toBe(1);
    });

    it('looks a transaction up in the mempool, in a block it has read, and in a named block', async () => {
      const address = newAddress();
      const tx = await node.send(address, '0.7');
      expect(to(address, [{ transfers: await chain.lookUp(tx) } as Scan])).toMatchObject([
        { tx, blockHeight: undefined },
      ]);
      const reader = await readerAtTip();
      const [blockHash = ''] = await node.mine(1);
      await reader.catchUp();
      const height = await node.call<number>('getblockcount');
      const inBlock = [{ tx, amount: parseDecimal('0.7'), blockHeight: height }];
      expect(to(address, [{ transfers: await reader.chain.lookUp(tx) } as Scan])).toMatchObject(inBlock);
      expect(to(address, [{ transfers: await chain.lookUp(`${tx}@${blockHash}`) } as Scan])).toMatchObject(inBlock);
      await expect(chain.lookUp('ab'.repeat(32))).resolves.toEqual([]);
      await expect(chain.lookUp('not an id')).resolves.toEqual([]);
      await node.call('invalidateblock', blockHash);
      await mineEmpty(node, await node.call<string>('getnewaddress'));
      await expect(chain.lookUp(`${tx}@${blockHash}`)).resolves.toEqual([]);
      await node.mine(1);
    });

    it('leaves new coins of miners out', async () => {
      const reader = await readerAtTip();
      const address = newAddress();
      await node.call('generatetoaddress', 1, address);
      expect(to(address, await reader.catchUp())).toEqual([]);
    });

    it('does not believe a node that ends below what was read', async () => {
      const reader = await readerAtTip();
      const best = await node.call<string>('getbestblockhash');
      await node.call('invalidateblock', best);
      await reader.expectFault('distrusted', /it is behind, or was set back/);
      await node.call('reconsiderblock', best);
      expect((await reader.catchUp())[0]?.rolledBackTo).toBeUndefined();
    });

    it('does not believe a node of another chain', async () => {
      const other = program.network.coin === 'BTC' ? NETWORKS['litecoin-regtest'] : NETWORKS['bitcoin-regtest'];
      await new Reader(chainAt(node.url, other)).expectFault('distrusted', /is on another chain/);
    });

    it('says that a stopped node is away, goes on afterwards, and misses what has fallen out of the mempool', async () => {
      const reader = await readerAtTip();
      const address = newAddress();
      const tx = await node.send(address, '0.6');
      const [seen] = to(address, await reader.catchUp());
      reader.pending = [pendingOf(seen as Transfer)];
      const raw = await node.call<{ hex: string }>('gettransaction', tx);
      await node.stop();
      await reader.expectFault('away', /ECONNREFUSED/);
      await reader.expectFault('away', /asked again soon/);

      await node.start('-persistmempool=0');
      aheadMs += 5_000;
      expect((await reader.catchUp()).at(-1)).toMatchObject({ missing: [tx], replaced: [] });
      await node.call('sendrawtransaction', raw.hex);
      const back = await reader.catchUp();
      expect(back.at(-1)?.missing).toEqual([]);
      expect(to(address, back)).toMatchObject([{ tx, blockHeight: undefined }]);
      await node.call('loadwallet', 'shop').catch(() => undefined);
    });
  });
});

/** A block that takes nothing from the mempool. */
async function mineEmpty(node: BitcoinNodeProcess, address: string): Promise<void> {
  await node.call('generateblock', address, []);
}
