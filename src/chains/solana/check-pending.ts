import type { Transfer } from '../../domain/transfers/transfer.ts';
import type { PendingTransfer } from '../../ports/chain.ts';
import type { Listed, SolanaNode } from './solana-node.ts';

interface Checked {
  replaced: string[];
  missing: string[];
  /** Final according to the node, but not listed in this scan. */
  unlisted: string[];
}

/**
 * Checks the transactions that were seen and are not final. A failure counts only once it is final, because a transaction
 * can fail on one fork and succeed on another.
 */
export async function checkPending(
  node: SolanaNode,
  pending: readonly PendingTransfer[],
  known: { listed: readonly Listed[]; transfers: readonly Transfer[] },
): Promise<Checked> {
  const listed = new Map(known.listed.map((entry) => [entry.signature, entry]));
  const read = new Set(known.transfers.map(({ tx }) => tx));
  // A transfer with a block is final on this chain.
  const open = pending.filter(({ blockHeight }) => blockHeight === undefined);
  const signatures = [...new Set(open.map(({ tx }) => tx))];
  const unknown = signatures.filter((tx) => !listed.has(tx) && !read.has(tx));
  const statuses = await node.statuses(unknown);
  const hasFailed = (tx: string) => {
    const state = listed.get(tx) ?? statuses.get(tx);
    return state !== undefined && state.finalized && state.failed;
  };
  return {
    replaced: signatures.filter(hasFailed),
    missing: unknown.filter((tx) => !statuses.has(tx)),
    unlisted: unknown.filter((tx) => statuses.get(tx)?.finalized === true && !hasFailed(tx)),
  };
}
