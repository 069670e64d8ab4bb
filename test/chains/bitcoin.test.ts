import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parseDecimal } from '../../src/domain/money/decimal.ts';
import type { Transfer } from '../../src/domain/transfers/transfer.ts';
import type { ChainAdapter, PendingTransfer, Scan } from '../../src/ports/chain.ts';
import { Addresses, chainAt, clock, newAccount, Reader, to } from './chain-reader.ts';
import { mineOnly } from './craft-transactions.ts';
import { type BitcoinNodeProcess, NODE_PROGRAMS, startBitcoinNode } from './start-bitcoin-node.ts';

const HOUR_MS = 3_600_000;

const pendingOf = ({ tx, spends, blockHeight }: Transfer): PendingTransfer => ({ tx, spends, blockHeight });

describe.each(NODE_PROGRAMS)('on $name', (program) => {
  describe.skipIf(program.command === undefined)('the adapter', () => {
    let node: BitcoinNodeProcess;
    let chain: ChainAdapter;
    let addresses: Addresses;
    /** The height at which the first payment was confirmed. */
    let firstHeight = 0;
    const { coin } = program.network;

    /** A reader at the tip, whose first target was assigned long after earlier blocks. */
    const readerAtTip = async () => {
      const reader = new Reader(chainAt(node.url, program.network));
      reader.sinceMs = clock.nowMs() + 3 * HOUR_MS;
      await reader.catchUp();
      reader.sinceMs = clock.nowMs();
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
      // Litecoin Core does not support Taproot descriptors yet.
      const scriptTypes = ['p2wpkh', 'p2sh-p2wpkh', 'p2pkh', ...(coin === 'BTC' ? (['p2tr'] as const) : [])] as const;
      for (const scriptType of scriptTypes) {
        const { text } = chain.readWallet({ text: account, scriptType });
        const { descriptor } = await node.call<{ descriptor: string }>('getdescriptorinfo', text);
        expect(text).toBe(descriptor);
        const derived = await node.call<string[]>('deriveaddresses', text, [0, 20]);
        expect(derived.map((_, index) => chain.targetAt({ kind: 'extended_key', text }, index).address)).toEqual(
          derived,
        );
        const [last] = await node.call<string[]>('deriveaddresses', text, [2 ** 31 - 1, 2 ** 31 - 1]);
        expect(chain.targetAt({ kind: 'extended_key', text }, 2 ** 31 - 1).address).toBe(last);
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

    it('returns everything to each of several readers, even if one lost its cursor', async () => {
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

    it('reports a payment as replaced only when a block contains the other one', async () => {
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

    it('follows a reorganization and finds the payment again at another height', async () => {
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
      // Three blocks without the payment, which stays in the mempool.
      for (let count = 0; count < 3; count += 1) await mineOnly(node);
      const scans = await reader.catchUp();
      expect(scans[0]?.rolledBackTo).toBe(height - 1);
      expect(scans.at(-1)).toMatchObject({ tipHeight: height + 2, replaced: [], missing: [] });
      expect(to(address, scans)).toMatchObject([{ tx, index: first?.index, blockHeight: undefined }]);

      await node.mine(1);
      const [again] = to(address, await reader.catchUp());
      expect(again).toMatchObject({ tx, index: first?.index, blockHeight: height + 3, spends: first?.spends });
    });

    it('skips blocks from long before the first target', async () => {
      await node.send(addresses.take(), '0.02');
      const [hash] = await node.mine(1);
      const { time } = await node.call<{ time: number }>('getblockheader', hash);
      const late = new Reader(chainAt(node.url, program.network));
      // More than two hours after the last block, so nothing before it can be a payment.
      late.sinceMs = time * 1_000 + 3 * HOUR_MS;
      expect((await late.catchUp()).flatMap(({ transfers }) => transfers)).toEqual([]);
    });

    it('looks up a transaction in the mempool, in a block it has read, and in a named block', async () => {
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
      await node.call('invalidateblock', blockHash);
      await mineOnly(node);
      const waiting = await chain.lookUp(`${tx}@${blockHash}`);
      expect(to(address, [{ transfers: waiting } as Scan])).toMatchObject([{ tx, blockHeight: undefined }]);
      await node.mine(1);
      const again = [{ transfers: await chain.lookUp(`${tx}@${await node.call<string>('getbestblockhash')}`) } as Scan];
      expect(to(address, again)).toMatchObject([{ tx, blockHeight: height + 1 }]);
    });

    it('ignores coinbase transactions', async () => {
      const reader = await readerAtTip();
      const address = addresses.take();
      await node.call('generatetoaddress', 1, address);
      expect(to(address, await reader.catchUp())).toEqual([]);
    });

    it('reports that a node whose tip is below the cursor is behind', async () => {
      const reader = await readerAtTip();
      const best = await node.call<string>('getbestblockhash');
      await node.call('invalidateblock', best);
      await reader.expectError('away', /It is behind/);
      await node.call('reconsiderblock', best);
      expect((await reader.catchUp())[0]?.rolledBackTo).toBeUndefined();
    });

    it('reports that a stopped node is away, continues afterwards, and reports transactions that left the mempool', async () => {
      const reader = await readerAtTip();
      const address = addresses.take();
      const tx = await node.send(address, '0.6');
      const [seen] = to(address, await reader.catchUp());
      reader.pending = [pendingOf(seen as Transfer)];
      const raw = await node.call<{ hex: string }>('gettransaction', tx);
      await node.stop();
      await reader.expectError('away', /ECONNREFUSED/);
      await reader.expectError('away', /ECONNREFUSED/);

      await node.start('-persistmempool=0', '-txindex=1');
      clock.aheadMs += 5_000;
      expect((await reader.catchUp()).at(-1)).toMatchObject({ missing: [tx], replaced: [] });
      await node.call('sendrawtransaction', raw.hex);
      const back = await reader.catchUp();
      expect(back.at(-1)?.missing).toEqual([]);
      expect(to(address, back)).toMatchObject([{ tx, blockHeight: undefined }]);
    });

    it('finds every transaction if the node has a transaction index', async () => {
      const early = await node.call<{ tx: string[] }>('getblock', await node.call('getblockhash', firstHeight));
      const [, paid = ''] = early.tx;
      // The node builds the index in the background, which may take a moment.
      await vi.waitFor(async () => expect((await chain.lookUp(paid)).length).toBeGreaterThan(0), 90_000);
      expect(await chain.lookUp(paid)).toMatchObject([{ tx: paid, blockHeight: firstHeight }, {}]);
    });
  });
});
