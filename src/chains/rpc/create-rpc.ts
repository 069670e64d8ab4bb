import { setTimeout as sleepFor } from 'node:timers/promises';
import { ChainError } from '../../domain/networks/chain-error.ts';
import { UserError } from '../../domain/user-error.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Random } from '../../ports/random.ts';
import { callEndpoint, EndpointFailure, type SendRequest } from './call-endpoint.ts';
import { describeEndpoint } from './describe-endpoint.ts';
import { type Endpoint, isReady, readEndpoint } from './endpoint.ts';
import { listUsable } from './list-usable.ts';
import { createMessenger, TooSlow } from './messenger.ts';
import type { RpcPool } from './rpc.ts';

const TIMEOUT_MS = 10_000;
const RESPONSE_BYTES_MAX = 64 * 1_024 * 1_024;
/** A call that fails is retried on one other node. */
const ATTEMPTS_MAX = 2;
/** How long a node whose rate is too low for a call is left alone if there is another one, so that work does not go to and fro. */
const SLOW_REST_MS = 30_000;
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
  /** Error codes that mean "too many calls", so the node is called less often. */
  limitCodes?: readonly number[];
  /** Makes one call; JSON-RPC unless the nodes speak another protocol. */
  send?: SendRequest;
  /** Ends calls that wait for their turn, and begins no more, with an AbortError. */
  stopping?: AbortSignal | undefined;
  sleep?: (ms: number) => Promise<unknown>;
}

/**
 * Calls to the nodes of one network. A node that fails is skipped for a while, longer each time. A node that
 * limits the rate is called more slowly, and keeps its place.
 */
export function createRpc({ urls, clock, random, send = callEndpoint, stopping, ...options }: Parts): RpcPool {
  const endpoints = readEndpoints(urls, clock);
  const messenger = createMessenger({
    clock,
    random,
    send,
    stopping,
    sleep: options.sleep ?? ((ms) => sleepFor(ms, undefined, stopping && { signal: stopping })),
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    responseBytesMax: options.responseBytesMax ?? RESPONSE_BYTES_MAX,
    busyCodes: options.busyCodes ?? BUSY_CODES,
    limitCodes: options.limitCodes ?? [],
  });
  let connection = 0;
  let connected: Endpoint | undefined;

  /** A node that responds again may have been replaced meanwhile. */
  function note(endpoint: Endpoint): void {
    if (connected !== undefined && (connected !== endpoint || endpoint.failures > 0)) connection += 1;
    connected = endpoint;
    endpoint.failures = 0;
  }

  /** Asked alone, a node that responds again is not in use because of that. */
  function noteAlone(endpoint: Endpoint): void {
    if (endpoint === connected) note(endpoint);
    else endpoint.failures = 0;
  }

  return {
    get connection() {
      return connection;
    },
    state: () => endpoints.map(describeEndpoint),
    nodes: endpoints.map((endpoint) => ({
      name: endpoint.name,
      get inUse() {
        return endpoint === connected;
      },
      get verdict() {
        return endpoint.verdict;
      },
      judge: (verdict) => {
        endpoint.verdict = verdict;
      },
      async call(method, params = []) {
        if (!isReady(endpoint, clock.nowMs())) throw away([reasonOf(endpoint)]);
        try {
          return await messenger.ask(endpoint, { method, params, hasOthers: endpoints.length > 1 }, noteAlone);
        } catch (error) {
          throw isNodeError(error) ? away([`${endpoint.name} ${error.message}`]) : error;
        }
      },
    })),
    async call(method, params = []) {
      const reasons: string[] = [];
      const usable = listUsable(endpoints, clock.nowMs());
      let failures = 0;
      for (const [position, endpoint] of usable.entries()) {
        try {
          return await messenger.ask(endpoint, { method, params, hasOthers: usable.length > 1 }, note);
        } catch (error) {
          if (!isNodeError(error)) throw error;
          reasons.push(`${endpoint.name} ${error.message}`);
          if (error instanceof TooSlow && position < usable.length - 1) endpoint.pace.rest(SLOW_REST_MS);
          if (error instanceof EndpointFailure) failures += 1;
          if (failures === ATTEMPTS_MAX) break;
        }
      }
      // Merchants read it, and it reads the same while nodes are skipped, so it does not name the method.
      throw away(reasons.length > 0 ? reasons : endpoints.map(reasonOf));
    },
  };
}

const isNodeError = (error: unknown): error is EndpointFailure | TooSlow =>
  error instanceof EndpointFailure || error instanceof TooSlow;

const reasonOf = ({ name, reason, verdict }: Endpoint): string => `${name} ${reason || verdict?.reason}`;

const away = (reasons: readonly string[]): ChainError =>
  new ChainError('away', `No node responds: ${reasons.join('; ')}.`);

function readEndpoints(urls: readonly string[], clock: Pick<Clock, 'nowMs'>): Endpoint[] {
  if (urls.length === 0) throw new UserError('A network needs at least one node. Add the URL of a node.');
  const endpoints = urls.map((url) => readEndpoint(url, clock));
  for (const [position, endpoint] of endpoints.entries()) {
    // Two URLs of one provider differ only in their secrets.
    const before = endpoints.slice(0, position).filter(({ url }) => new URL(url).host === new URL(endpoint.url).host);
    if (before.length > 0) endpoint.name = `${endpoint.name} (${before.length + 1})`;
  }
  return endpoints;
}
