import type { Network } from './network.ts';
import { rpcVariable } from './rpc-variable.ts';

/** What turns on a network that is not watched. */
export const rpcAdvice = ({ name }: Pick<Network, 'name'>): string =>
  `To watch it, set ${rpcVariable(name)} to the URL of a node and restart the server.`;
