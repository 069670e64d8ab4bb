import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openChain } from '../../src/chains/registry.ts';
import type { Config } from '../../src/config.ts';
import { parseDecimal } from '../../src/domain/money/decimal.ts';
import type { Transfer } from '../../src/domain/transfers/transfer.ts';
import { inspectNetworks } from '../../src/main/inspect-networks.ts';
import type { PendingTransfer } from '../../src/ports/chain.ts';
import { random } from '../../src/system/random.ts';
import { Addresses, clock, Reader, to } from './chain-reader.ts';
import { esploraAt } from './contract-scene-esplora.ts';
import { mineOnly, spendElsewhere } from './craft-transactions.ts';
import { type BitcoinNodeProcess, NODE_PROGRAMS, startBitcoinNode } from './start-bitcoin-node.ts';
import { type EsploraFacade, startEsploraFacade } from './start-esplora-facade.ts';

const HOUR_MS = 3_600_000;
const pendingOf = ({ tx, spends, blockHeight }: Transfer): PendingTransfer => ({ tx, spends, blockHeight });
const litecoin = NODE_PROGRAMS.find(({ network }) => network.coin === 'LTC');

describe.runIf(litecoin?.command)('an Esplora server over Litecoin Core', () => {
  const program = litecoin ?? expect.fail();
  let node: BitcoinNodeProcess;
  let facade: EsploraFacade;
  let addresses: Addresses;

  beforeAll(async () => {
    node = await startBitcoinNode(program);
    facade = await startEsploraFacade(node);
    addresses = new Addresses(esploraAt([facade.url], program.network));
  });

  beforeEach(() => {
    facade.state = 'open';
    facade.override = () => undefined;
    facade.isLimited = () => false;
  });

  afterAll(async () => {
    clock.aheadMs = 0;
    await facade.remove();
    await node.remove();
  });

  /** A reader at the tip that waits for money at a new address. */
  async function readerAtTip(...urls: string[]): Promise<{ reader: Reader; address: string }> {
    const servers = urls.length > 0 ? urls : [facade.url];
    const reader = new Reader(esploraAt(servers, program.network, { timeoutMs: 20_000 }));
    const address = addresses.take();
    reader.addresses = [address];
    reader.sinceMs = clock.nowMs() + 3 * HOUR_MS;
    await reader.catchUp();
    reader.sinceMs = clock.nowMs();
    return { reader, address };
  }

  it('reports a payment as replaced only when a block contains the other one', async () => {
    const { reader, address } = await readerAtTip();
    const tx = await node.send(address, '0.3');
    const [old] = to(address, await reader.catchUp());
    expect(old).toMatchObject({ tx, amount: parseDecimal('0.3'), blockHeight: undefined });
    reader.pending = [pendingOf(old as Transfer)];
    const newer = await node.bumpFee(tx);
    const unconfirmed = await reader.catchUp();
    expect(to(address, unconfirmed)).toMatchObject([{ tx: newer, blockHeight: undefined }]);
    expect(unconfirmed.at(-1)).toMatchObject({ replaced: [], missing: [tx] });
    await node.mine(1);
    const confirmed = await reader.catchUp();
    expect(confirmed.flatMap(({ replaced }) => replaced)).toEqual([tx]);
    expect(confirmed.at(-1)?.missing).toEqual([]);
    expect(to(address, confirmed)).toMatchObject([{ tx: newer, spends: old?.spends }]);
  });

  it('reports a payment as replaced when its money goes to an address that nobody watches', async () => {
    const { reader, address } = await readerAtTip();
    const tx = await node.send(address, '0.3');
    const [seen] = to(address, await reader.catchUp());
    reader.pending = [pendingOf(seen as Transfer)];
    await spendElsewhere(node, tx);
    expect((await reader.catchUp()).at(-1)).toMatchObject({ replaced: [], missing: [tx] });
    await node.mine(1);
    expect((await reader.catchUp()).flatMap(({ replaced }) => replaced)).toEqual([tx]);
  });

  it('follows a reorganization and finds the payment again at another height', async () => {
    const { reader, address } = await readerAtTip();
    const tx = await node.send(address, '0.4');
    const [blockHash] = await node.mine(1);
    await node.mine(1);
    const [first] = to(address, await reader.catchUp());
    const height = first?.blockHeight ?? 0;
    reader.pending = [pendingOf(first as Transfer)];
    await node.call('invalidateblock', blockHash);
    for (let count = 0; count < 3; count += 1) await mineOnly(node);
    const scans = await reader.catchUp();
    expect(scans[0]?.rolledBackTo).toBe(height - 1);
    expect(scans.at(-1)).toMatchObject({ tipHeight: height + 2, replaced: [], missing: [] });
    expect(to(address, scans)).toMatchObject([{ tx, blockHeight: undefined }]);
    await node.mine(1);
    const [again] = to(address, await reader.catchUp());
    expect(again).toMatchObject({ tx, index: first?.index, blockHeight: height + 3, spends: first?.spends });
  });

  it('finds a payment in a block at an address that it does not ask for', async () => {
    const { reader } = await readerAtTip();
    const late = addresses.take();
    const tx = await node.send(late, '0.2');
    expect(to(late, await reader.catchUp())).toEqual([]);
    await node.mine(1);
    expect(to(late, await reader.catchUp())).toMatchObject([{ tx, amount: parseDecimal('0.2') }]);
    expect(facade.requests.filter((path) => path.includes(late))).toEqual([]);
  });

  it('makes three calls for a scan with one address and no new block', async () => {
    const { reader } = await readerAtTip();
    facade.requests.length = 0;
    await reader.scan();
    expect(facade.requests.map((path) => path.split('/')[1])).toEqual(['blocks', 'address', 'blocks']);
  });

  it('distrusts a server that changes a transaction of a block', async () => {
    const { reader } = await readerAtTip();
    const [hash = ''] = await node.mine(1);
    const raw = Buffer.from(await node.call<string>('getblock', hash, 0), 'hex');
    // The first byte of the first input's script.
    raw[125] = (raw[125] ?? 0) ^ 1;
    facade.override = (path) => (path.endsWith('/raw') ? raw : undefined);
    await reader.expectError('distrusted', /^The transactions of block [0-9a-f]+ are not those of its header/);
    facade.override = () => undefined;
    await reader.catchUp();
  });

  it('waits for a server that announces a block it does not know yet', async () => {
    const { reader } = await readerAtTip();
    const tip = await node.call<string>('getbestblockhash');
    facade.override = (path) => (path === '/blocks/tip/hash' ? 'cd'.repeat(32) : undefined);
    await reader.expectError('away', /The Esplora server returned an error for \/block\/(cd){32}/);
    facade.override = () => undefined;
    await reader.catchUp();
    expect(await node.call<string>('getbestblockhash')).toBe(tip);
  });

  it('takes over from a server that fails, and checks its chain first', async () => {
    const other = await startEsploraFacade(node);
    try {
      const { reader, address } = await readerAtTip(other.url, facade.url);
      other.state = 'closed';
      facade.override = (path) => (path === '/block-height/0' ? 'ab'.repeat(32) : undefined);
      await reader.expectError('distrusted', /The Esplora server is on another chain, not on Litecoin/);
      facade.override = () => undefined;
      const tx = await node.send(address, '0.1');
      expect(to(address, await reader.catchUp())).toMatchObject([{ tx }]);
      facade.state = 'closed';
      await reader.expectError('away', /^No Esplora server responds: 127\.0\.0\.1/);
    } finally {
      await other.remove();
      await node.mine(1);
    }
  });

  it('makes a large payment final only where two servers have the same block', async () => {
    const other = await startEsploraFacade(node);
    try {
      const parts = { clock, random, furtherAssets: [], agreement: { nodes: 2, worth: 1_000 } };
      const chain = await openChain(parts, program.network.name, [facade.url, other.url]);
      const { reader, address } = await readerAtTip();
      await node.send(address, '0.9');
      await node.mine(1);
      const [paid] = to(address, await reader.catchUp());
      const { tx, spends, blockHeight = 0, blockTimeMs } = paid ?? expect.fail();
      const pending = [
        { tx, spends, blockHeight, awaits: { requirement: { blocks: 1, agreed: true } as const, blockTimeMs } },
      ];
      const watch = () => ({ ...reader.watch(), pending, needsAgreement: true });
      await chain.probe();
      expect(chain.nodes?.().map(({ state }) => state)).toEqual(['ok', 'ok']);
      expect((await chain.scan(reader.cursor, watch())).agreedHeight).toBe(blockHeight);
      other.override = (path) => (path === `/block-height/${blockHeight}` ? 'ab'.repeat(32) : undefined);
      // The answer is remembered until the next poll.
      clock.aheadMs += 10_000;
      expect((await chain.scan(reader.cursor, watch())).agreedHeight).toBeUndefined();
    } finally {
      await other.remove();
    }
  });

  it('is named by the doctor, with what to do if it does not respond', async () => {
    const rpcUrls = new Map([[program.network.name, [facade.url]]]);
    const config = { rpcUrls, assetsFile: undefined, agreement: { nodes: 2, worth: 1_000 } } as unknown as Config;
    const [working] = await inspectNetworks(config);
    expect(working).toMatchObject({ ok: true, name: expect.stringMatching(/^litecoin-regtest at Esplora server 127/) });
    facade.state = 'closed';
    const [failing] = await inspectNetworks(config);
    expect(failing?.detail).toMatch(
      /^No Esplora server responds: .* Check the Esplora server, or correct FLORIN_RPC_LITECOIN_REGTEST\.$/,
    );
  });

  it('loses nothing on a server that rejects every other call because of its rate', async () => {
    const { reader, address } = await readerAtTip();
    facade.requests.length = 0;
    facade.isLimited = (number) => number % 2 === 0;
    const tx = await node.send(address, '0.15');
    expect(to(address, await reader.catchUp())).toMatchObject([{ tx, blockHeight: undefined }]);
    await node.mine(3);
    const scans = await reader.catchUp();
    expect(to(address, scans)).toMatchObject([{ tx }]);
    expect(scans.at(-1)).toMatchObject({ behind: false, lagging: [] });
    expect(facade.requests.length).toBeGreaterThan(10);
  });
});
