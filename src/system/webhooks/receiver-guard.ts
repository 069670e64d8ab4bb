import { isIP } from 'node:net';
import { inIpRanges } from '../../domain/ip-ranges.ts';
import { explainReceiverUrl, INSECURE } from '../../domain/webhooks/explain-receiver-url.ts';
import { isPublicAddress } from '../../domain/webhooks/is-public-address.ts';
import type { ResolveHost } from './host-resolver.ts';

/** Where a webhook goes: a URL, and the addresses that were checked for it. */
export interface Receiver {
  /** Scheme, host name and port. */
  origin: string;
  /** Path and query. */
  path: string;
  addresses: readonly string[];
}

/** Finds the receiver of a URL, or the reason why it may not receive webhooks. */
export type ReceiverGuard = (url: string, livemode: boolean) => Promise<Receiver | { reason: string }>;

export interface GuardOptions {
  resolve: ResolveHost;
  /** Ranges that the operator allows although they are not public. */
  allowCidrs: readonly string[];
  /** Whether test mode may reach this machine. */
  toLoopback: boolean;
}

const isLoopback = inIpRanges(['loopback']);

export function createReceiverGuard({ resolve, allowCidrs, toLoopback }: GuardOptions): ReceiverGuard {
  const isListed = inIpRanges(allowCidrs);

  return async (text, livemode) => {
    const reason = explainReceiverUrl(text);
    if (reason !== undefined) return { reason };
    const url = new URL(text);
    const host = url.hostname.replace(/\.$/, '');
    const isInsecure = url.protocol === 'http:';
    const reachesLoopback = !livemode && toLoopback;
    const isHttpForNone = allowCidrs.length === 0 && !reachesLoopback;
    if (isInsecure && isHttpForNone && !isLiteral(host)) return { reason: INSECURE };
    const addresses = await addressesOf(host, resolve);
    const isAllowed = (address: string) => isListed(address) || (reachesLoopback && isLoopback(address));
    const blocked = addresses.find((address) => !isPublicAddress(address) && !isAllowed(address));
    if (blocked !== undefined && isLiteral(host)) return { reason: `The address ${blocked} is not public.` };
    if (addresses.length === 0 || blocked !== undefined) {
      // Without ranges that the operator allows, `http` is only for this machine, whose names are always found.
      return { reason: isInsecure && allowCidrs.length === 0 ? INSECURE : NOT_FOUND };
    }
    if (isInsecure && !addresses.every(isAllowed)) return { reason: INSECURE };
    const port = url.port === '' ? '' : `:${url.port}`;
    return { origin: `${url.protocol}//${host}${port}`, path: `${url.pathname}${url.search}`, addresses };
  };
}

/** One text for both, so that nobody learns which names the operator's network has, and their addresses. */
const NOT_FOUND = 'The host name could not be resolved, or has an address that is not public.';

/** A URL has one spelling of an IP address left when it is parsed: `0x7f.1` and `2130706433` are `127.0.0.1`. */
async function addressesOf(host: string, resolve: ResolveHost): Promise<readonly string[]> {
  return isLiteral(host) ? [withoutBrackets(host)] : resolve(host).catch(() => []);
}

const isLiteral = (host: string): boolean => isIP(withoutBrackets(host)) > 0;
const withoutBrackets = (host: string): string => host.replace(/^\[(.*)\]$/, '$1');
