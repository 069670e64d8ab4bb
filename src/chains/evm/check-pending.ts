import type { PendingTransfer } from '../../ports/chain.ts';
import type { EvmNode } from './create-node.ts';
import { asAddress, isHash } from './read-response.ts';

/** Each costs two calls. Further ones are looked for when these are settled. */
const CHECKED_MAX = 50;

interface Checked {
  replaced: string[];
  missing: string[];
}

/**
 * Looks for payments whose block was reorganized away and that no block contains again. One is replaced once its sender
 * has used its nonce for another transaction, and missing while no node knows it.
 */
export async function checkPending(
  node: EvmNode,
  pending: readonly PendingTransfer[],
  { seen, rolledBackTo, height }: { seen: ReadonlySet<string>; rolledBackTo: number | undefined; height: number },
): Promise<Checked> {
  const checked: Checked = { replaced: [], missing: [] };
  const inNoBlock = pending.filter(
    ({ blockHeight }) => blockHeight === undefined || (rolledBackTo !== undefined && blockHeight > rolledBackTo),
  );
  const lost = new Map(inNoBlock.filter(({ tx }) => !seen.has(tx)).map(({ tx, spends }) => [tx, spends]));
  for (const [tx, spends] of [...lost].slice(0, CHECKED_MAX)) {
    if (!isHash(tx) || (await node.transaction(tx)) !== undefined) continue;
    const replaced = await isSpent(node, spends, height);
    (replaced ? checked.replaced : checked.missing).push(tx);
  }
  return checked;
}

async function isSpent(node: EvmNode, spends: readonly string[], height: number): Promise<boolean> {
  for (const spent of spends) {
    const [sender, nonce = ''] = spent.split(':');
    if ((await node.sentCount(asAddress(sender, 'sender'), height)) > BigInt(nonce)) return true;
  }
  return false;
}
