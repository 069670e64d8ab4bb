import type { Network } from './network.ts';
import { rpcVariable } from './rpc-variable.ts';

/** The line in the environment that turns a network on: `FLORIN_RPC_BASE=https://…`. */
export const rpcExample = ({ name, explorer }: Pick<Network, 'name' | 'explorer'>): string =>
  `${rpcVariable(name)}=${explorer === undefined ? 'http://127.0.0.1:…' : 'https://…'}`;
