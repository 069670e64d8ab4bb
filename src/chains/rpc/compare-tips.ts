import type { NodeReader } from './node-reader.ts';
import type { RpcNode } from './rpc.ts';

/**
 * Asks every node for its newest block. A node that lacks more blocks than it may is avoided until it has caught up. A node
 * that disagreed with the others is asked again about the block in question.
 */
export async function compareTips(nodes: readonly RpcNode[], reader: NodeReader, lagBlocksMax: number): Promise<void> {
  const heights = await Promise.all(nodes.map((node) => reader.readTipHeight(node.call).catch(() => undefined)));
  const best = reachedByOthers(heights.filter((height) => height !== undefined));
  for (const [position, node] of nodes.entries()) {
    const height = heights[position];
    if (height === undefined || node.verdict?.state === 'disagrees') continue;
    const isLagging = best - height > lagBlocksMax;
    const reason = `is at block ${height}, others are at block ${best}`;
    node.judge(isLagging ? { state: 'lagging', reason, isAvoided: true, height } : undefined);
  }
  await Promise.all(nodes.map((node) => forgive(node, nodes, reader)));
}

/** Of three or more nodes, the newest block that two have: one alone may claim any height. */
function reachedByOthers(heights: readonly number[]): number {
  const [first = 0, second = first] = heights.toSorted((a, b) => b - a);
  return heights.length > 2 ? second : first;
}

async function forgive(node: RpcNode, nodes: readonly RpcNode[], reader: NodeReader): Promise<void> {
  const { verdict } = node;
  const inUse = nodes.find((one) => one.inUse && one !== node);
  if (verdict?.state !== 'disagrees' || !inUse) return;
  const hashes = [node, inUse].map((one) => reader.readBlockHash(one.call, verdict.height).catch(() => undefined));
  const [own, other] = await Promise.all(hashes);
  if (own !== undefined && own === other) node.judge(undefined);
}
