import type { Hex } from 'viem';
import type { PendingTransfer } from '../../ports/chain.ts';
import type { EvmNode } from './create-node.ts';
import { asAddress, isHash } from './read-response.ts';

/** Each costs a few calls. Further ones are looked for in later blocks, even if these are never settled. */
const CHECKED_MAX = 50;

interface Checked {
  replaced: string[];
  missing: string[];
  /** In a block again, although this scan did not read them there: blocks are not read for a coin that nobody expects. */
  included: Hex[];
}

/**
 * Looks for payments whose block was reorganized away and that were not read in a block again. One is replaced once its
 * sender has used its nonce for another transaction, or its own moved nothing this time, and missing while no node knows it.
 */
export async function checkPending(
  node: EvmNode,
  pending: readonly PendingTransfer[],
  { seen, rolledBackTo, height }: { seen: ReadonlySet<string>; rolledBackTo: number | undefined; height: number },
): Promise<Checked> {
  const checked: Checked = { replaced: [], missing: [], included: [] };
  const inNoBlock = pending.filter(
    ({ blockHeight }) => blockHeight === undefined || (rolledBackTo !== undefined && blockHeight > rolledBackTo),
  );
  const lost = new Map(inNoBlock.filter(({ tx }) => !seen.has(tx)).map(({ tx, spends }) => [tx, spends]));
  for (const [tx, spends] of takeTurn([...lost], height)) {
    if (!isHash(tx)) continue;
    const known = await node.transaction(tx);
    if (known === undefined) {
      const replaced = await isSpent(node, spends, height);
      (replaced ? checked.replaced : checked.missing).push(tx);
    } else if (known.blockHeight !== undefined) {
      const receipt = await node.receipt(tx);
      if (receipt?.succeeded === false) checked.replaced.push(tx);
      else if (receipt) checked.included.push(tx);
    }
  }
  return checked;
}

/** Anyone can send transactions that stay as they are, so the ones that are checked change with each block. */
function takeTurn<Item>(items: readonly Item[], height: number): Item[] {
  if (items.length <= CHECKED_MAX) return [...items];
  const first = (height * CHECKED_MAX) % items.length;
  return [...items.slice(first), ...items.slice(0, first)].slice(0, CHECKED_MAX);
}

async function isSpent(node: EvmNode, spends: readonly string[], height: number): Promise<boolean> {
  for (const spent of spends) {
    const [sender, nonce = ''] = spent.split(':');
    if ((await node.sentCount(asAddress(sender, 'sender'), height)) > BigInt(nonce)) return true;
  }
  return false;
}
