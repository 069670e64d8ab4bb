import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ChainAdapter, PendingTransfer, Scan } from '../../src/chain-ports.ts';
import { parseDecimal } from '../../src/domain/decimal.ts';
import { NETWORKS } from '../../src/domain/network.ts';
import type { Transfer } from '../../src/domain/transfer.ts';
import { Addresses, chainAt, clock, newAccount, Reader, to } from './chain-reader.ts';
import { type BitcoinNodeProcess, NODE_PROGRAMS, startBitcoinNode } from './start-bitcoin-node.ts';

const pendingOf = ({ tx, spends, blockHeight }: Transfer): PendingTransfer => ({ tx, spends, blockHeight });

describe.each(NODE_PROGRAMS)('on $name', (program) => {
  describe.skipIf(program.command === undefined)('the reader', () => {
    let node: BitcoinNodeProcess;
    let chain: ChainAdapter;
    let addresses: Addresses;
    /** Where the first payment of all was confirmed. */
    let firstHeight = 0;
    const { coin } = program.network;

    /** A reader that stands at the tip. */
    const readerAtTip = async () => {
      const reader = new Reader(chainAt(node.url, program.network));
      await reader.catchUp();
      return reader;
    };

    beforeAll(async () => {
      node = await startBitcoinNode(program);
      chain = chainAt(node.url, program.network);
      addresses = new Addresses(chain);
    });

    afterAll(() => node.remove());

    it('derives the addresses that the node derives', async () => {
      const account = newAccount();
      // Litecoin Core does not know descriptors of Taproot yet.
      const kinds = ['p2wpkh', 'p2sh-p2wpkh', 'p2pkh', ...(coin === 'BTC' ? (['p2tr'] as const) : [])] as const;
      for (const scriptType of kinds) {
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
      const address = addresses.take();
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
      firstHeight = height;
      expect(to(address, scans)).toMatchObject([{ tx, index: seen?.index, blockHeight: height, spends: seen?.spends }]);
      expect(scans.at(-1)).toMatchObject({ tipHeight: height, rolledBackTo: undefined, replaced: [], missing: [] });
    });

    it('tells each of several readers of everything, also when one could not keep what it was told', async () => {
      const [one, other] = [await readerAtTip(), await readerAtTip()];
      const shared = new Reader(one.chain);
      await shared.catchUp();
      const address = addresses.take();
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
      const [first, second] = [addresses.take(), addresses.take()];
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
      const address = addresses.take();
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

    it('calls a payment replaced whose money went elsewhere', async () => {
      const reader = await readerAtTip();
      const address = addresses.take();
      const tx = await node.send(address, '0.35');
      const [seen] = to(address, await reader.catchUp());
      reader.pending = [pendingOf(seen as Transfer)];
      await spendElsewhere(node, tx);
      expect((await reader.catchUp()).at(-1)).toMatchObject({ replaced: [], missing: [tx] });
      await node.mine(1);
      const scans = await reader.catchUp();
      expect(scans.flatMap(({ replaced }) => replaced)).toEqual([tx]);
      expect(to(address, scans)).toEqual([]);
    });

    it('follows a reorganisation, and finds the payment again at another height', async () => {
      const reader = await readerAtTip();
      const address = addresses.take();
      const tx = await node.send(address, '0.4');
      const [blockHash] = await node.mine(1);
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
      const address = addresses.take();
      const tx = await node.send(address, '0.01');
      const [blockHash] = await node.mine(50);
      expect(await node.call('gettransaction', tx)).toMatchObject({ confirmations: 50, blockhash: blockHash });
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
      const old = addresses.take();
      await node.send(old, '0.02');
      const times = await node.mine(1);
      const { time } = await node.call<{ time: number }>('getblockheader', times[0]);
      const late = new Reader(chainAt(node.url, program.network));
      // More than two hours behind the last block: everything before was sent to nobody who waits.
      late.sinceMs = (time + 3 * 3_600) * 1_000;
      expect((await late.catchUp()).flatMap(({ transfers }) => transfers)).toEqual([]);
      const early = new Reader(chainAt(node.url, program.network));
      expect(to(old, await early.catchUp()).length).toBe(1);
    });

    it('looks a transaction up in the mempool, in a block it has read, and in a named block', async () => {
      const address = addresses.take();
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
      const waiting = await chain.lookUp(`${tx}@${blockHash}`);
      expect(to(address, [{ transfers: waiting } as Scan])).toMatchObject([{ tx, blockHeight: undefined }]);
      await node.mine(1);
      const again = [{ transfers: await chain.lookUp(`${tx}@${await node.call<string>('getbestblockhash')}`) } as Scan];
      expect(to(address, again)).toMatchObject([{ tx, blockHeight: height + 1 }]);
    });

    it('leaves new coins of miners out', async () => {
      const reader = await readerAtTip();
      const address = addresses.take();
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
      const address = addresses.take();
      const tx = await node.send(address, '0.6');
      const [seen] = to(address, await reader.catchUp());
      reader.pending = [pendingOf(seen as Transfer)];
      const raw = await node.call<{ hex: string }>('gettransaction', tx);
      await node.stop();
      await reader.expectFault('away', /ECONNREFUSED/);
      await reader.expectFault('away', /asked again soon/);

      await node.start('-persistmempool=0', '-txindex=1');
      clock.aheadMs += 5_000;
      expect((await reader.catchUp()).at(-1)).toMatchObject({ missing: [tx], replaced: [] });
      await node.call('sendrawtransaction', raw.hex);
      const back = await reader.catchUp();
      expect(back.at(-1)?.missing).toEqual([]);
      expect(to(address, back)).toMatchObject([{ tx, blockHeight: undefined }]);
    });

    it('finds every transaction of a node that keeps an index of them', async () => {
      const early = await node.call<{ tx: string[] }>('getblock', await node.call('getblockhash', firstHeight));
      const [, paid = ''] = early.tx;
      // The index is made beside the chain and may need a moment.
      await vi.waitFor(async () => expect((await chain.lookUp(paid)).length).toBeGreaterThan(0), 20_000);
      expect(await chain.lookUp(paid)).toMatchObject([{ tx: paid, blockHeight: firstHeight }, {}]);
    });
  });
});

/** Spends what a transaction spends, with a higher fee, to the node's own wallet. */
async function spendElsewhere(node: BitcoinNodeProcess, tx: string): Promise<void> {
  const { vin } = await node.call<{ vin: { txid: string; vout: number }[] }>('getrawtransaction', tx, true);
  const inputs = vin.map(({ txid, vout }) => ({ txid, vout, sequence: 0 }));
  const back = await node.call<string>('getnewaddress');
  let total = 0;
  for (const { txid, vout } of inputs) {
    const { decoded } = await node.call<{ decoded: { vout: { value: number }[] } }>('gettransaction', txid, true, true);
    total += decoded.vout[vout]?.value ?? 0;
  }
  const raw = await node.call<string>('createrawtransaction', inputs, { [back]: (total - 0.01).toFixed(8) });
  const { hex } = await node.call<{ hex: string }>('signrawtransactionwithwallet', raw);
  await node.call('sendrawtransaction', hex, 0);
}

/** A block that takes nothing from the mempool. */
async function mineEmpty(node: BitcoinNodeProcess, address: string): Promise<void> {
  await node.call('generateblock', address, []);
}
