/** The environment variable with the URLs of a network's nodes. */
export const nodeVariable = (network: string): string => `FLORIN_RPC_${network.toUpperCase().replaceAll('-', '_')}`;
