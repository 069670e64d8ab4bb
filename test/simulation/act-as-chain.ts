import type { Blockchain, Tx } from './blockchain.ts';
import { FINAL_BLOCKS } from './read-like-solana.ts';
import type { Simulation } from './simulation.ts';

const BITCOIN = 'bitcoin-regtest';
const SOLANA = 'solana-devnet';
const REORG_BLOCKS_MAX = 8;
/** Deeper than what an EVM chain calls finalized. */
const DEEP_REORG_BLOCKS = 12;

const failsIn = (simulation: Simulation) => (tx: Tx) =>
  tx.fails === 'always' || (tx.fails === 'sometimes' && simulation.prng.chance(50));

const pickNetwork = ({ prng, networks }: Simulation) => prng.pick(networks) ?? BITCOIN;

/** Mines a block with some pending transactions, or with all of them. */
export function mine(simulation: Simulation, network = pickNetwork(simulation), all = false): void {
  const { truth } = simulation.network(network);
  const chosen = [...truth.pool.values()].filter(() => all || simulation.prng.chance(70));
  // The same transactions may be at other positions in another block.
  if (simulation.isEvm && simulation.prng.chance(50)) chosen.reverse();
  const lost = [...truth.dropped.values()].filter(() => !simulation.isQuiet && simulation.prng.chance(5));
  const block = truth.mine(simulation.nowMs, [...lost, ...chosen], failsIn(simulation));
  const txs = block.txs.map(({ tx, failed }) => `${tx.id}${failed ? ' (failed)' : ''}`);
  simulation.log(`${network} block ${block.height}: ${txs.join(' ')}`);
}

/** Replaces the last blocks with another branch, in which their transactions come later, never, or are replaced. */
export function reorganize(simulation: Simulation): void {
  const { prng } = simulation;
  const network = pickNetwork(simulation);
  const { truth } = simulation.network(network);
  const isDeep = simulation.isEvm && prng.chance(5);
  const depth = isDeep ? DEEP_REORG_BLOCKS : prng.between(1, network === SOLANA ? FINAL_BLOCKS : REORG_BLOCKS_MAX);
  const freed = truth.rollBack(depth);
  simulation.log(
    `${network} rolls back ${depth} blocks to ${truth.tip.height}: ${freed.map(({ id }) => id).join(' ')}`,
  );
  for (const tx of freed) {
    const dice = prng.below(10);
    if (dice < 2) truth.drop(tx);
    else if (dice < 4 && network !== SOLANA) replaceIn(simulation, truth, tx);
  }
  for (let block = 0; block < depth + 1; block += 1) mine(simulation, network);
}

export function drop(simulation: Simulation): void {
  const { truth } = simulation.network(pickNetwork(simulation));
  const tx = simulation.prng.pick([...truth.pool.values()]);
  if (!tx) return;
  truth.drop(tx);
  simulation.log(`${tx.id} is dropped`);
}

/** A payer spends the same money again: to someone else, or to the same target with a higher fee. */
export function replace(simulation: Simulation): void {
  const { truth } = simulation.network(simulation.isEvm ? pickNetwork(simulation) : BITCOIN);
  const tx = simulation.prng.pick([...truth.pool.values()]);
  if (tx) replaceIn(simulation, truth, tx);
}

function replaceIn(simulation: Simulation, truth: Blockchain, tx: Tx): void {
  const isBump = simulation.prng.chance(30);
  const outputs = isBump
    ? tx.outputs
    : tx.outputs.map((output) => ({ ...output, address: 'self', keys: ['self'], exactFor: undefined }));
  let id = `${tx.id}r`;
  while (truth.history.has(id)) id += 'r';
  const other = { ...tx, id, outputs, sentAtMs: simulation.nowMs, deepest: 0, oldestMs: 0, inclusions: [] };
  truth.drop(tx);
  truth.send(other);
  simulation.log(`${other.id} replaces ${tx.id}${isBump ? ' to the same target' : ''}`);
}
