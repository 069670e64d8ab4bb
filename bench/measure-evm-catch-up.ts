import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseUnits } from 'viem';
import { readMemory } from './measure-memory.ts';
import type { Bench } from './open-bench.ts';
import { openWatchedShop } from './open-watched-shop.ts';
import { serveEvmBlocks, TOKEN } from './serve-evm-blocks.ts';
import { timeProgress } from './time-progress.ts';

const NETWORK = 'evm-local';
const WALLET = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const READ_HEIGHT = `SELECT cursor::json ->> 'height' AS value FROM florin_data.scans WHERE network = '${NETWORK}'`;

/** How fast a server reads the blocks that it missed. */
export interface EvmCatchUp {
  /** The coin is found in whole blocks, tokens in logs. */
  what: 'tokens' | 'coin and tokens';
  count: number;
  perSecond: number;
  /** Calls to the node. */
  calls: number;
  /** Peak memory of the server process, in millions of bytes. */
  peakMb: number;
}

/** Measures how fast a server catches up from a node that answers in 20 ms, with and without a payment in the coin. */
export async function measureEvmCatchUp(bench: Bench): Promise<EvmCatchUp[]> {
  return [await catchUp(bench, 'tokens'), await catchUp(bench, 'coin and tokens')];
}

async function catchUp(bench: Bench, what: EvmCatchUp['what']): Promise<EvmCatchUp> {
  const { signal, options, folder } = bench;
  const isCoin = what !== 'tokens';
  const count = isCoin ? options.evmFullBlocks : options.evmLogBlocks;
  const node = await serveEvmBlocks();
  bench.cleanUp.add(async () => node.close());
  const name = isCoin ? 'evm_coin' : 'evm_tokens';
  const assets = join(folder, `${name}.json`);
  await writeFile(assets, JSON.stringify([{ code: 'USDC', network: NETWORK, contract: TOKEN, decimals: 6 }]));
  const shop = await openWatchedShop(bench, {
    name,
    network: NETWORK,
    nodeUrl: node.url,
    wallet: ['--address', WALLET],
    env: { FLORIN_ASSETS: assets },
  });
  const before = await shop.start();
  const { id, amount } = await shop.ask(before, isCoin ? '0.1 ETH' : '10 USDC');
  await shop.untilRead();
  await before.stop();
  bench.print(`u  ${count} blocks with ${what}`);
  const units = parseUnits(amount, isCoin ? 18 : 6);
  node.grow(count, { to: WALLET, units, what: isCoin ? 'coin' : 'token' });
  await bench.postgres.settle();
  const callsBefore = node.calls;
  const timing = timeProgress(shop.databaseUrl, signal, { statement: READ_HEIGHT, goal: node.height });
  const server = await shop.start();
  const perSecond = await timing;
  const calls = node.calls - callsBefore;
  if ((await shop.countPayments(server, id)) !== 1) throw new Error(`The payment of ${id} was not found.`);
  const { peakMb } = await readMemory(server.pid);
  await server.stop();
  node.close();
  return { what, count, perSecond, calls, peakMb };
}
