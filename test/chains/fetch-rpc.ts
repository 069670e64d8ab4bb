import { parseJson } from '../../src/chains/rpc/parse-json.ts';
import { type Rpc, RpcError } from '../../src/chains/rpc/rpc.ts';
import { ChainError } from '../../src/domain/networks/chain-error.ts';

const TIMEOUT_MS = 300_000;

interface Reply {
  result?: unknown;
  error?: { code: number; message: string };
}

/** A minimal JSON-RPC client. `calls` contains the methods in order. */
export function createFetchRpc(url: string): Rpc & { calls: string[] } {
  const calls: string[] = [];
  return {
    connection: 0,
    calls,
    async call(method, params = []) {
      calls.push(method);
      const body = JSON.stringify({ jsonrpc: '2.0', id: calls.length, method, params });
      const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
      const reply = await fetch(url, { ...request, signal: AbortSignal.timeout(TIMEOUT_MS) })
        .then(async (response) => parseJson(await response.text()) as Reply)
        .catch((error: unknown) => {
          throw new ChainError('away', 'The node does not respond.', error);
        });
      if (reply.error !== undefined) throw new RpcError(reply.error.code, reply.error.message);
      return reply.result;
    },
  };
}
