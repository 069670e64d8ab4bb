import { ChainError } from '../../domain/networks/chain-error.ts';
import { RpcError } from './rpc.ts';

/** Where a node should not return an error, it cannot be read at the moment. Any other error stays as it is. */
export function toChainError(error: unknown, method: string): unknown {
  if (!(error instanceof RpcError)) return error;
  return new ChainError('away', `The node returned an error for ${method}: ${error.message} (${error.code}).`, error);
}
