import { UserError } from '../../domain/user-error.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Random } from '../../ports/random.ts';
import { Pace } from './pace.ts';
import type { Verdict } from './rpc.ts';

const BACK_OFF_MS = 1_000;
const BACK_OFF_MS_MAX = 60_000;
/** Spreads the retries of many processes. */
const JITTER = 0.2;

/** One node of a network, and its recent failures. */
export interface Endpoint {
  /** The host, for messages. The rest of the URL may contain secrets. */
  name: string;
  url: string;
  authorization: string | undefined;
  failures: number;
  notBeforeMs: number;
  /** Why it failed last; empty if it never did. */
  reason: string;
  pace: Pace;
  /** Why it limited the rate last; empty if it never did. */
  limit: string;
  verdict: Verdict | undefined;
}

/** Removes the user and password from the URL, so they are never logged with it. */
export function readEndpoint(address: string, clock: Pick<Clock, 'nowMs'>): Endpoint {
  // The message must not contain the URL, because it may contain a password.
  if (!URL.canParse(address)) throw new UserError('The URL of a node is invalid. Use http://host:port or https://….');
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new UserError(`The node at ${url.host} uses the protocol ${url.protocol.slice(0, -1)}. Use http or https.`);
  }
  const account = `${decode(url.username)}:${decode(url.password)}`;
  url.username = '';
  url.password = '';
  return {
    name: url.host,
    url: url.href,
    authorization: account === ':' ? undefined : `Basic ${Buffer.from(account).toString('base64')}`,
    failures: 0,
    notBeforeMs: 0,
    reason: '',
    pace: new Pace(clock),
    limit: '',
    verdict: undefined,
  };
}

/** A password may contain an unescaped percent sign. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Skips an endpoint for 1 s after the first failure, and twice as long after each further one. */
export function backOff(endpoint: Endpoint, clock: Pick<Clock, 'nowMs'>, random: Random): void {
  const delayMs = Math.min(BACK_OFF_MS * 2 ** endpoint.failures, BACK_OFF_MS_MAX);
  const chance = (random.bytes(1)[0] ?? 0) / 255;
  endpoint.failures += 1;
  endpoint.notBeforeMs = clock.nowMs() + Math.round(delayMs * (1 - JITTER + 2 * JITTER * chance));
}

/** Whether an endpoint may be called. If the clock was set back since the last failure, the back-off is over. */
export const isReady = ({ notBeforeMs }: Endpoint, nowMs: number): boolean =>
  notBeforeMs <= nowMs || notBeforeMs > nowMs + BACK_OFF_MS_MAX * (1 + JITTER);
