import type { Transfer } from '../../domain/transfers/transfer.ts';
import type { PendingTransfer } from '../../ports/chain.ts';
import type { Work } from './list-work.ts';
import type { SolanaNode } from './solana-node.ts';

interface Checked {
  replaced: string[];
  missing: string[];
  /** Final by the node's word, and yet in no list of this scan. */
  unlisted: string[];
}

/**
 * What became of the transactions that were seen and are not final. A failure counts only once it is final: the same
 * transaction may fail on a fork that dies and succeed on the one that lives.
 */
export async function checkPending(
  node: SolanaNode,
  pending: readonly PendingTransfer[],
  known: { work: readonly Work[]; transfers: readonly Transfer[] },
): Promise<Checked> {
  const listed = new Map(known.work.map((work) => [work.signature, work]));
  const told = new Set(known.transfers.map(({ tx }) => tx));
  // What has a block is final on this chain, and stays.
  const open = pending.filter(({ blockHeight }) => blockHeight === undefined);
  const signatures = [...new Set(open.map(({ tx }) => tx))];
  const asked = signatures.filter((tx) => !listed.has(tx) && !told.has(tx));
  const statuses = await node.statuses(asked);
  const hasFailed = (tx: string) => {
    const state = listed.get(tx) ?? statuses.get(tx);
    return state !== undefined && state.finalized && state.failed;
  };
  return {
    replaced: signatures.filter(hasFailed),
    missing: asked.filter((tx) => !statuses.has(tx)),
    unlisted: asked.filter((tx) => statuses.get(tx)?.finalized === true && !hasFailed(tx)),
  };
}
