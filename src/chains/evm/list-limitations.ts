import type { Network } from '../../domain/networks/network.ts';
import type { EvmNode } from './create-node.ts';
import type { Tracer } from './create-tracer.ts';
import { parametersOf } from './network-parameters.ts';

interface Parts {
  node: EvmNode;
  network: Network;
  tracer: Tracer;
}

/** What a node cannot do that other nodes can, and what follows from it. */
export async function listLimitations({ node, network, tracer }: Parts): Promise<string[]> {
  const used = new Set(network.finality.flatMap((requirement) => ('tag' in requirement ? [requirement.tag] : [])));
  const unknown: string[] = [];
  for (const tag of used) if ((await node.tagged(tag)) === undefined) unknown.push(tag);
  const newest = await node.latest();
  const movements = await tracer.traceBlock(await node.block(newest.height));
  return [
    ...(unknown.length === 0
      ? []
      : [
          `It does not know the block tag ${unknown.join(' or ')}, so a payment that needs it is final ` +
            `after ${parametersOf(network.name).finalizedBlocks} blocks`,
        ]),
    ...(movements === undefined
      ? ['It cannot trace, so coin that a contract forwards is listed as unmatched and not credited']
      : []),
  ];
}
