import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { NETWORKS } from '../src/domain/networks/network.ts';
import { type BitcoinNodeProcess, NODE_PROGRAMS, startBitcoinNode } from '../test/chains/start-bitcoin-node.ts';
import { readMemory } from './measure-memory.ts';
import type { Bench } from './open-bench.ts';
import { openWatchedShop } from './open-watched-shop.ts';
import { quantile } from './sample.ts';
import { seedOpenIntents } from './seed-open-intents.ts';
import { TEST_XPUB } from './test-xpub.ts';

const NETWORK = 'litecoin-regtest';
/** So many coins can be spent at once; a chain of unconfirmed ones would end at 25. */
const COINS = 30;
const PAYMENTS_PER_BLOCK = 10;
const LOOK_MS = 10;
const SEEN_MS_MAX = 30_000;

/** How long it takes until a payment is told, from the moment in which it is sent. */
export interface Detection {
  openIntents: number;
  payments: number;
  medianMs: number;
  maxMs: number;
  /** In looks of the watcher at the network. */
  maxPolls: number;
  /** Of the server process, in millions of bytes. */
  memoryMb: number;
}

/** Payments at random moments on a real node, until the API tells of them, beside few and beside many open intents. */
export async function measureDetection(bench: Bench): Promise<Detection[]> {
  const [program] = NODE_PROGRAMS;
  if (!program?.command) {
    bench.say('l  left out: Litecoin Core is not installed');
    return [];
  }
  const node = await startBitcoinNode(program);
  bench.cleanUp.add(() => node.remove());
  await node.mine(COINS);
  const results: Detection[] = [];
  for (const openIntents of bench.options.detectIntents) results.push(await detect(bench, node, openIntents));
  await node.remove();
  return results;
}

async function detect(bench: Bench, node: BitcoinNodeProcess, openIntents: number): Promise<Detection> {
  const { signal, options, say } = bench;
  const name = `detection_${openIntents}`;
  const wallet = ['--xpub', TEST_XPUB, '--script-type', 'p2wpkh'];
  const shop = await openWatchedShop(bench, { name, network: NETWORK, nodeUrl: node.url, wallet });
  say(`l  ${options.detectPayments} payments beside ${openIntents} open intents`);
  if (openIntents > 0)
    await seedOpenIntents(shop.databaseUrl, shop.keys, { network: NETWORK, count: openIntents }, signal);
  await bench.postgres.settle();
  const server = await shop.start();
  const times: number[] = [];
  for (let paid = 0; paid <= options.detectPayments; paid += 1) {
    const { id, address } = await shop.ask(server, '0.01 LTC');
    await sleep(randomInt(NETWORKS['bitcoin-regtest'].pollMs), undefined, { signal });
    const began = performance.now();
    await node.call('sendtoaddress', address, '0.01');
    while ((await shop.countPayments(server, id)) === 0) {
      if (performance.now() - began > SEEN_MS_MAX) throw new Error(`${id} was not seen in ${SEEN_MS_MAX} ms.`);
      await sleep(LOOK_MS, undefined, { signal });
    }
    // The first one waits until the chain is read for the first time.
    if (paid > 0) times.push(performance.now() - began);
    if (paid % PAYMENTS_PER_BLOCK === 0) await node.mine(1);
  }
  const { nowMb } = await readMemory(server.pid);
  await server.stop();
  const maxMs = Math.max(...times);
  return {
    openIntents,
    payments: times.length,
    medianMs: quantile(times, 0.5),
    maxMs,
    maxPolls: maxMs / NETWORKS['bitcoin-regtest'].pollMs,
    memoryMb: nowMb,
  };
}
