import { type Address, address as toAddress } from '@solana/kit';
import { type BitcoinNodeProcess, NODE_PROGRAMS, startBitcoinNode } from '../test/chains/start-bitcoin-node.ts';
import { startSolanaScene } from '../test/chains/start-solana-scene.ts';
import { readMemory } from './measure-memory.ts';
import type { Bench } from './open-bench.ts';
import { type Asked, openWatchedShop, type WatchedShop } from './open-watched-shop.ts';
import { serveBlocks } from './serve-blocks.ts';
import { TEST_XPUB } from './test-xpub.ts';
import { timeProgress } from './time-progress.ts';

const LITECOIN = 'litecoin-regtest';
const SOLANA = 'solana-local';
export const FULL_BLOCK_TRANSACTIONS = 2_000;
const MWEB_HEIGHT = 432;
/** Blocks per call, so that the call does not time out. */
const MINED_AT_ONCE = 200;
const LAMPORTS = 10_000_000n;
const PAYMENTS_PER_SLOT = 4;

/** How fast a server catches up after it was stopped. */
export interface CatchUp {
  what: 'empty blocks' | 'full blocks' | 'Solana payments';
  count: number;
  perSecond: number;
  /** Peak memory of the server process, in millions of bytes. */
  peakMb: number;
}

/** Measures how fast a server reads the blocks and payments that it missed. */
export async function measureCatchUp(bench: Bench): Promise<CatchUp[]> {
  const [program] = NODE_PROGRAMS;
  if (!program?.command) bench.print('k  skips Litecoin Core: litecoind is not installed');
  return [
    ...(program?.command ? [await catchUpOnNode(bench, program)] : []),
    await catchUpOnFullBlocks(bench),
    await catchUpOnSolana(bench),
  ];
}

async function catchUpOnNode(bench: Bench, program: (typeof NODE_PROGRAMS)[number]): Promise<CatchUp> {
  const count = bench.options.catchUpBlocks;
  const node = await startBitcoinNode(program);
  bench.cleanUp.add(() => node.remove());
  await passMweb(node);
  const shop = await openWatchedShop(bench, { name: 'catch_up', network: LITECOIN, nodeUrl: node.url, ...WALLET });
  const { id, address } = await leaveAwaiting(shop);
  bench.print(`k  ${count} blocks on Litecoin Core`);
  await node.call('sendtoaddress', address, '0.1');
  for (let mined = 0; mined < count; mined += MINED_AT_ONCE) {
    bench.signal.throwIfAborted();
    await node.mine(Math.min(MINED_AT_ONCE, count - mined));
  }
  const goal = await node.call<number>('getblockcount');
  const result = await comeBack(bench, shop, { statement: READ_HEIGHT, goal, id });
  await node.remove();
  return { what: 'empty blocks', count, ...result };
}

/** On a private Litecoin chain, the block that activates MWEB must contain a transaction into it. */
async function passMweb(node: BitcoinNodeProcess): Promise<void> {
  await node.mine(MWEB_HEIGHT - 1 - (await node.call<number>('getblockcount')));
  await node.call('sendtoaddress', await node.call('getnewaddress', '', 'mweb'), '1');
  await node.mine(1);
}

async function catchUpOnFullBlocks(bench: Bench): Promise<CatchUp> {
  const count = bench.options.catchUpFullBlocks;
  const node = await serveBlocks(LITECOIN, FULL_BLOCK_TRANSACTIONS);
  bench.cleanUp.add(async () => node.close());
  const shop = await openWatchedShop(bench, { name: 'full_blocks', network: LITECOIN, nodeUrl: node.url, ...WALLET });
  const { id, address } = await leaveAwaiting(shop);
  bench.print(`k  ${count} blocks of ${FULL_BLOCK_TRANSACTIONS} transactions`);
  node.grow(count, address);
  const result = await comeBack(bench, shop, { statement: READ_HEIGHT, goal: node.height, id });
  return { what: 'full blocks', count, ...result };
}

const WALLET = { wallet: ['--xpub', TEST_XPUB, '--script-type', 'p2wpkh'] };
const READ_HEIGHT = `SELECT cursor::json ->> 'height' AS value FROM florin_data.scans WHERE network = '${LITECOIN}'`;

/** Creates an intent that waits for payment, lets the server read everything, and stops it. */
async function leaveAwaiting(shop: WatchedShop): Promise<Asked> {
  const server = await shop.start();
  const asked = await shop.ask(server, '0.1 LTC');
  await shop.untilRead();
  await server.stop();
  return asked;
}

interface Made {
  statement: string;
  goal: number;
  /** An intent that was paid while the server was stopped. */
  id: string;
}

async function comeBack(bench: Bench, shop: WatchedShop, { id, ...progress }: Made) {
  await bench.postgres.settle();
  const timing = timeProgress(shop.databaseUrl, bench.signal, progress);
  const server = await shop.start();
  const perSecond = await timing;
  if ((await shop.countPayments(server, id)) !== 1) throw new Error(`The payment of ${id} was not found.`);
  const { peakMb } = await readMemory(server.pid);
  await server.stop();
  return { perSecond, peakMb };
}

/** One wallet, and one intent per payment to it. The chain is litesvm behind a node’s RPC interface. */
async function catchUpOnSolana(bench: Bench): Promise<CatchUp> {
  const count = bench.options.catchUpPayments;
  const scene = await startSolanaScene();
  bench.cleanUp.add(() => scene.stop());
  const { actors, payer, merchant, node } = scene;
  const wallet = ['--address', merchant.address];
  const shop = await openWatchedShop(bench, { name: 'signatures', network: SOLANA, nodeUrl: node.url, wallet });
  bench.print(`k  ${count} payments on Solana`);
  const server = await shop.start();
  const references: Address[] = [];
  let id = '';
  for (let asked = 0; asked < count; asked += 1) {
    const { id: last, uri } = await shop.ask(server, '0.01 SOL');
    id = last;
    references.push(toAddress(new URL(uri).searchParams.get('reference') ?? ''));
  }
  await shop.untilRead();
  await server.stop();
  for (const [place, reference] of references.entries()) {
    bench.signal.throwIfAborted();
    await actors.send(payer, [actors.pay(payer, merchant.address, LAMPORTS, [reference])]);
    if (place % PAYMENTS_PER_SLOT === 0) node.ledger.advance(1);
  }
  scene.finalize();
  const statement = `SELECT count(*) AS value FROM florin_data.payments WHERE state = 'final'`;
  return { what: 'Solana payments', count, ...(await comeBack(bench, shop, { statement, goal: count, id })) };
}
