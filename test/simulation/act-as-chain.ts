import type { Blockchain, Tx } from './blockchain.ts';
import { FINAL_BLOCKS } from './read-like-solana.ts';
import type { World } from './world.ts';

const BITCOIN = 'bitcoin-regtest';
const SOLANA = 'solana-devnet';
const REORG_BLOCKS_MAX = 8;

const failsIn = (world: World) => (tx: Tx) =>
  tx.fails === 'always' || (tx.fails === 'sometimes' && world.prng.chance(50));

/** A block with some of what waits, or with all of it. */
export function mine(world: World, network = world.prng.pick([BITCOIN, SOLANA]) ?? BITCOIN, all = false): void {
  const { truth } = world.network(network);
  const chosen = [...truth.pool.values()].filter(() => all || world.prng.chance(70));
  const lost = [...truth.dropped.values()].filter(() => !world.isQuiet && world.prng.chance(5));
  const block = truth.mine(world.nowMs, [...lost, ...chosen], failsIn(world));
  const txs = block.txs.map(({ tx, failed }) => `${tx.id}${failed ? ' (failed)' : ''}`);
  world.tell(`${network} block ${block.height}: ${txs.join(' ')}`);
}

/** Another branch wins, in which what stood in the last blocks comes later, never, or is spent otherwise. */
export function reorganise(world: World): void {
  const { prng } = world;
  const network = prng.pick([BITCOIN, SOLANA]) ?? BITCOIN;
  const { truth } = world.network(network);
  const depth = prng.between(1, network === SOLANA ? FINAL_BLOCKS : REORG_BLOCKS_MAX);
  const freed = truth.rollBack(depth);
  world.tell(`${network} rolls back ${depth} blocks to ${truth.tip.height}: ${freed.map(({ id }) => id).join(' ')}`);
  for (const tx of freed) {
    const dice = prng.below(10);
    if (dice < 2) truth.drop(tx);
    else if (dice < 4 && network === BITCOIN) replaceIn(world, truth, tx);
  }
  for (let block = 0; block < depth + 1; block += 1) mine(world, network);
}

export function drop(world: World): void {
  const { truth } = world.network(world.prng.pick([BITCOIN, SOLANA]) ?? BITCOIN);
  const tx = world.prng.pick([...truth.pool.values()]);
  if (!tx) return;
  truth.drop(tx);
  world.tell(`${tx.id} is dropped`);
}

/** A payer spends the same money again: to somebody else, or to the same place with a higher fee. */
export function replace(world: World): void {
  const { truth } = world.network(BITCOIN);
  const tx = world.prng.pick([...truth.pool.values()]);
  if (tx) replaceIn(world, truth, tx);
}

function replaceIn(world: World, truth: Blockchain, tx: Tx): void {
  const isBump = world.prng.chance(30);
  const outputs = isBump ? tx.outputs : tx.outputs.map((output) => ({ ...output, address: 'self', keys: ['self'] }));
  let id = `${tx.id}r`;
  while (truth.history.has(id)) id += 'r';
  const other = { ...tx, id, outputs, sentAtMs: world.nowMs, deepest: 0 };
  truth.drop(tx);
  truth.send(other);
  world.tell(`${other.id} replaces ${tx.id}${isBump ? ' for the same place' : ''}`);
}
