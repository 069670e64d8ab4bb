import type { Network } from '../../domain/networks/network.ts';
import type { ChainTip } from '../../domain/payments/finality-requirement.ts';
import type { EvmNode } from './create-node.ts';
import { parametersOf } from './network-parameters.ts';
import type { Header } from './read-block.ts';

/**
 * Up to where the chain calls its blocks safe and finalized, if the network uses these words at all. For a node that does
 * not know them, a block must be much deeper than it is when nodes do.
 */
export async function readFinality(
  node: EvmNode,
  { name, finality }: Network,
  tip: Header,
): Promise<Pick<ChainTip, 'safeHeight' | 'finalizedHeight'>> {
  const tags = new Set(finality.flatMap((requirement) => ('tag' in requirement ? [requirement.tag] : [])));
  if (tags.size === 0) return {};
  const deep = tip.height - parametersOf(name).finalizedBlocks;
  const heightOf = async (tag: 'safe' | 'finalized') => Math.min(tip.height, (await node.tagged(tag))?.height ?? deep);
  const finalizedHeight = await heightOf('finalized');
  return { finalizedHeight, safeHeight: tags.has('safe') ? await heightOf('safe') : finalizedHeight };
}
