import { type Rpc, RpcError } from '../../src/chains/rpc/rpc.ts';
import { ChainError } from '../../src/domain/networks/chain-error.ts';

const TIMEOUT_MS = 90_000;

/** The least that asks one node: JSON-RPC over fetch. `calls` has the methods in the order in which they were asked. */
export function createFetchRpc(url: string): Rpc & { calls: string[] } {
  const calls: string[] = [];
  return {
    calls,
    async call(method, params = []) {
      calls.push(method);
      const body = JSON.stringify({ jsonrpc: '2.0', id: calls.length, method, params });
      const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
      const answer = await fetch(url, { ...request, signal: AbortSignal.timeout(TIMEOUT_MS) })
        .then((response) => response.json() as Promise<{ result?: unknown; error?: { code: number; message: string } }>)
        .catch((error: unknown) => {
          throw new ChainError('away', 'The node does not answer.', error);
        });
      if (answer.error !== undefined) throw new RpcError(answer.error.code, answer.error.message);
      return answer.result;
    },
  };
}
