import type { Clock } from '../../ports/clock.ts';
import type { Random } from '../../ports/random.ts';
import { EndpointFailure, RateLimited, type SendRequest } from './call-endpoint.ts';
import { backOff, type Endpoint } from './endpoint.ts';
import { RpcError } from './rpc.ts';

/** A node that failed before gets this share of the timeout if there is another node, so a hanging node costs less time. */
const RETRY_SHARE = 0.1;

/** Without another node, a call waits longer for its turn than a node may take to respond. */
const PATIENCE_TIMEOUTS = 3;

/** Asked before a node is used. No node that can be used answers it with an error. */
const ALWAYS_ANSWERED: ReadonlySet<string> = new Set(['eth_chainId']);

/** The node allows so few calls that this one would have to wait too long. The node itself works. */
export class TooSlow extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'TooSlow';
  }
}

interface Parts {
  clock: Pick<Clock, 'nowMs'>;
  random: Random;
  send: SendRequest;
  stopping: AbortSignal | undefined;
  sleep: (ms: number) => Promise<unknown>;
  timeoutMs: number;
  responseBytesMax: number;
  busyCodes: readonly number[];
  limitCodes: readonly number[];
}

interface Question {
  method: string;
  params: readonly unknown[];
  /** Whether another node could be asked instead. */
  hasOthers: boolean;
}

/** Asks one node at its pace, and remembers whether it fails or limits the rate. */
export function createMessenger({ clock, random, send, stopping, sleep, ...limits }: Parts) {
  let lastId = 0;

  async function askOnce(
    endpoint: Endpoint,
    question: Question,
    timeoutMs: number,
    onAnswer: (from: Endpoint) => void,
  ) {
    const failuresBefore = endpoint.failures;
    const { method, params } = question;
    lastId += 1;
    try {
      const result = await send(endpoint, { ...limits, id: lastId, method, params, timeoutMs });
      onAnswer(endpoint);
      return result;
    } catch (caught) {
      if (caught instanceof RateLimited) throw caught;
      const error = isUnfit(endpoint, question, caught)
        ? new EndpointFailure(`returned an error: ${caught.message}`)
        : caught;
      if (error instanceof EndpointFailure) {
        endpoint.reason = error.message;
        // Concurrent calls that fail together count as one failure.
        if (endpoint.failures === failuresBefore) backOff(endpoint, clock, random);
      } else onAnswer(endpoint);
      throw error;
    }
  }

  return {
    /**
     * Waits for its turn, and asks again if the node limits the rate, for as long as a call may take, or longer if there is
     * no other node. Throws TooSlow after that.
     */
    async ask(endpoint: Endpoint, question: Question, onAnswer: (from: Endpoint) => void): Promise<unknown> {
      const timeoutMs = limits.timeoutMs * (question.hasOthers && endpoint.failures > 0 ? RETRY_SHARE : 1);
      const untilMs = clock.nowMs() + timeoutMs * (question.hasOthers ? 1 : PATIENCE_TIMEOUTS);
      for (let isRetry = false; ; isRetry = true) {
        const turn = endpoint.pace.takeTurn(untilMs, isRetry);
        if (!turn) throw new TooSlow(endpoint.limit);
        if (turn.waitMs > 0) await sleep(turn.waitMs);
        stopping?.throwIfAborted();
        try {
          const result = await askOnce(endpoint, question, timeoutMs, onAnswer);
          endpoint.pace.noteAnswer();
          return result;
        } catch (error) {
          if (!(error instanceof RateLimited)) throw error;
          endpoint.limit = error.message;
          endpoint.pace.slowDown(turn, error.retryAfterMs);
        }
      }
    },
  };
}

/** Some providers answer every call with an error, for example when a plan is used up. Then another node is asked, if any. */
const isUnfit = ({ failures }: Endpoint, { method, hasOthers }: Question, error: unknown): error is RpcError =>
  error instanceof RpcError && hasOthers && (failures > 0 || ALWAYS_ANSWERED.has(method));
