import { ChainError } from '../../domain/networks/chain-error.ts';
import { UserError } from '../../domain/user-error.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Random } from '../../ports/random.ts';
import { callEndpoint, EndpointFailure } from './call-endpoint.ts';
import { backOff, type Endpoint, isReady, readEndpoint } from './endpoint.ts';
import type { Rpc } from './rpc.ts';

const TIMEOUT_MS = 10_000;
/** A node that failed before gets this share of the timeout if there is another node, so a hanging node costs less time. */
const RETRY_SHARE = 0.1;
const RESPONSE_BYTES_MAX = 64 * 1_024 * 1_024;
/** A call that fails is retried on one other node. */
const ATTEMPTS_MAX = 2;
/** Bitcoin Core returns this code while it starts up ("Loading block index…"). */
const BUSY_CODES = [-28];

interface Parts {
  /** In order of preference. User and password are part of the URL. */
  urls: readonly string[];
  clock: Pick<Clock, 'nowMs'>;
  random: Random;
  timeoutMs?: number;
  responseBytesMax?: number;
  /** Error codes that mean "try again later", so another node is called. */
  busyCodes?: readonly number[];
}

/** JSON-RPC over HTTP to the nodes of one network. A node that fails is skipped for a while, longer each time. */
export function createRpc({ urls, clock, random, ...options }: Parts): Rpc {
  const endpoints = urls.map(readEndpoint);
  if (endpoints.length === 0) throw new UserError('A network needs at least one node. Add the URL of a node.');
  let lastId = 0;
  let connection = 0;
  let connected: Endpoint | undefined;

  function note(endpoint: Endpoint): void {
    if (connected !== undefined && (connected !== endpoint || endpoint.failures > 0)) connection += 1;
    connected = endpoint;
    endpoint.failures = 0;
  }

  const { timeoutMs = TIMEOUT_MS } = options;

  async function ask(
    endpoint: Endpoint,
    method: string,
    params: readonly unknown[],
    hasOthers: boolean,
  ): Promise<unknown> {
    const failuresBefore = endpoint.failures;
    lastId += 1;
    try {
      const result = await callEndpoint(endpoint, {
        id: lastId,
        method,
        params,
        timeoutMs: hasOthers && failuresBefore > 0 ? timeoutMs * RETRY_SHARE : timeoutMs,
        responseBytesMax: options.responseBytesMax ?? RESPONSE_BYTES_MAX,
        busyCodes: options.busyCodes ?? BUSY_CODES,
      });
      note(endpoint);
      return result;
    } catch (error) {
      if (!(error instanceof EndpointFailure)) {
        note(endpoint);
        throw error;
      }
      endpoint.reason = error.message;
      // Concurrent calls that fail together count as one failure.
      if (endpoint.failures === failuresBefore) backOff(endpoint, clock, random);
      throw error;
    }
  }

  return {
    get connection() {
      return connection;
    },
    async call(method, params = []) {
      const reasons: string[] = [];
      const ready = endpoints.filter((endpoint) => isReady(endpoint, clock.nowMs()));
      for (const endpoint of ready.slice(0, ATTEMPTS_MAX)) {
        try {
          return await ask(endpoint, method, params, ready.length > 1);
        } catch (error) {
          if (!(error instanceof EndpointFailure)) throw error;
          reasons.push(`${endpoint.name} ${error.message}`);
        }
      }
      // Merchants read it, and it reads the same while nodes are skipped, so it does not name the method.
      const shown = reasons.length > 0 ? reasons : endpoints.map(({ name, reason }) => `${name} ${reason}`);
      throw new ChainError('away', `No node responds: ${shown.join('; ')}.`);
    },
  };
}
