/** What is specific to one network and only this adapter needs. */
export interface NetworkParameters {
  /** How often the network makes a block, about. */
  blockMs: number;
  /**
   * How deep a block must be to count as safe and finalized if the node does not know these tags. Much deeper than the
   * tags are in ordinary times, so that such a node never makes a payment final earlier than others do.
   */
  finalizedBlocks: number;
}

const ETHEREUM: NetworkParameters = { blockMs: 12_000, finalizedBlocks: 1_800 };
const BASE: NetworkParameters = { blockMs: 2_000, finalizedBlocks: 10_800 };

const PARAMETERS: Readonly<Record<string, NetworkParameters>> = {
  ethereum: ETHEREUM,
  base: BASE,
  polygon: { blockMs: 2_000, finalizedBlocks: 1_800 },
  bnb: { blockMs: 450, finalizedBlocks: 8_000 },
  arbitrum: { blockMs: 250, finalizedBlocks: 86_400 },
  'ethereum-sepolia': ETHEREUM,
  'base-sepolia': BASE,
  'evm-local': { blockMs: 1_000, finalizedBlocks: 64 },
};

export function parametersOf(network: string): NetworkParameters {
  const parameters = PARAMETERS[network];
  if (parameters === undefined) throw new RangeError(`not an EVM network: ${network}`);
  return parameters;
}
