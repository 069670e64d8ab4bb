import { UserError } from '../../domain/user-error.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Random } from '../../ports/random.ts';

const BACK_OFF_MS = 1_000;
const BACK_OFF_MS_MAX = 60_000;
/** So that many processes do not all come back to a node in the same moment. */
const JITTER = 0.2;

/** One node of a network, and how it has behaved. */
export interface Endpoint {
  /** How it is named in messages. A path or user info may hold a secret, a host does not. */
  name: string;
  url: string;
  authorization: string | undefined;
  failures: number;
  notBeforeMs: number;
}

/** Takes user and password out of the address, so that nothing that prints the address can print them. */
export function readEndpoint(address: string): Endpoint {
  // The address itself is left out of the message: it may hold a password.
  if (!URL.canParse(address))
    throw new UserError('The address of a node is no URL. Give http://host:port or https://….');
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new UserError(`The node at ${url.host} has the protocol ${url.protocol} Nodes are asked over http or https.`);
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
  };
}

/** A password may hold a percent sign that nobody has escaped. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Leaves an endpoint alone for a while: 1 s after the first failure, twice as long after each further one. */
export function backOff(endpoint: Endpoint, clock: Pick<Clock, 'nowMs'>, random: Random): void {
  const delayMs = Math.min(BACK_OFF_MS * 2 ** endpoint.failures, BACK_OFF_MS_MAX);
  const chance = (random.bytes(1)[0] ?? 0) / 255;
  endpoint.failures += 1;
  endpoint.notBeforeMs = clock.nowMs() + Math.round(delayMs * (1 - JITTER + 2 * JITTER * chance));
}
