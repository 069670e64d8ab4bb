import { ChainError } from '../../domain/networks/chain-error.ts';
import { UserError } from '../../domain/user-error.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Random } from '../../ports/random.ts';
import { askEndpoint, EndpointFailure } from './ask-endpoint.ts';
import { backOff, type Endpoint, readEndpoint } from './endpoint.ts';
import type { Rpc } from './rpc.ts';

const TIMEOUT_MS = 10_000;
/** A node that has failed gets this part of the time while another one is there: one that hangs must not hold up each try. */
const RETRY_SHARE = 0.1;
const ANSWER_BYTES_MAX = 64 * 1_024 * 1_024;
/** A call goes to one node, and to one more where the first is no use. */
const ATTEMPTS_MAX = 2;
/** Bitcoin Core's "loading block index". */
const BUSY_CODES = [-28];

interface Parts {
  /** In the order in which they are asked; user and password in the address where the node wants them. */
  urls: readonly string[];
  clock: Pick<Clock, 'nowMs'>;
  random: Random;
  timeoutMs?: number;
  answerBytesMax?: number;
  /** Error codes by which a node says "not now", so that another one may be asked. */
  busyCodes?: readonly number[];
}

/** JSON-RPC over HTTP to the nodes of one network. A node that fails is left alone for a while, longer each time. */
export function createRpc({ urls, clock, random, ...options }: Parts): Rpc {
  const endpoints = urls.map(readEndpoint);
  if (endpoints.length === 0) throw new UserError('A network needs the address of at least one node.');
  let lastId = 0;

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
      const result = await askEndpoint(endpoint, {
        id: lastId,
        method,
        params,
        timeoutMs: hasOthers && failuresBefore > 0 ? timeoutMs * RETRY_SHARE : timeoutMs,
        answerBytesMax: options.answerBytesMax ?? ANSWER_BYTES_MAX,
        busyCodes: options.busyCodes ?? BUSY_CODES,
      });
      endpoint.failures = 0;
      return result;
    } catch (error) {
      if (!(error instanceof EndpointFailure)) endpoint.failures = 0;
      // Many calls that were under way when a node went away are one failure.
      else if (endpoint.failures === failuresBefore) backOff(endpoint, clock, random);
      throw error;
    }
  }

  return {
    async call(method, params = []) {
      const reasons: string[] = [];
      const ready = endpoints.filter((endpoint) => endpoint.notBeforeMs <= clock.nowMs());
      for (const endpoint of ready.slice(0, ATTEMPTS_MAX)) {
        try {
          return await ask(endpoint, method, params, ready.length > 1);
        } catch (error) {
          if (!(error instanceof EndpointFailure)) throw error;
          reasons.push(`${endpoint.name} ${error.message}`);
        }
      }
      const names = endpoints.map(({ name }) => name).join(', ');
      if (reasons.length === 0)
        throw new ChainError('away', `${names} failed a moment ago and will be asked again soon.`);
      throw new ChainError('away', `No node answered ${method}: ${reasons.join('; ')}.`);
    },
  };
}
