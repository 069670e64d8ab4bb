import { isIP } from 'node:net';
import { inIpRanges } from '../../domain/ip-ranges.ts';
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

/** File transfer, remote login, email and names. Servers there take an HTTP client for an attacker, and block it. */
const OTHER_SERVICES = new Set([0, 20, 21, 22, 23, 25, 53, 110, 143, 465, 587, 993, 995]);

const isLoopback = inIpRanges(['loopback']);

export function createReceiverGuard({ resolve, allowCidrs, toLoopback }: GuardOptions): ReceiverGuard {
  const isListed = inIpRanges(allowCidrs);

  return async (text, livemode) => {
    const url = URL.parse(text);
    if (url === null) return { reason: INVALID };
    const rejected = rejectUrl(url);
    if (rejected !== undefined) return { reason: rejected };
    const host = url.hostname.replace(/\.$/, '');
    const addresses = await addressesOf(host, resolve);
    if (addresses.length === 0) return { reason: NOT_FOUND };
    const isAllowed = (address: string) => isListed(address) || (!livemode && toLoopback && isLoopback(address));
    const blocked = addresses.find((address) => !isPublicAddress(address) && !isAllowed(address));
    if (blocked !== undefined) return { reason: isLiteral(host) ? `The address ${blocked} is not public.` : NOT_FOUND };
    if (url.protocol === 'http:' && !addresses.every(isAllowed)) return { reason: INSECURE };
    const port = url.port === '' ? '' : `:${url.port}`;
    return { origin: `${url.protocol}//${host}${port}`, path: `${url.pathname}${url.search}`, addresses };
  };
}

const INVALID = 'The URL is not valid. Use a form such as https://shop.example.com/webhooks.';
const INSECURE = 'The URL must begin with https://.';
/** One text for both, so that nobody learns which names the operator's network has, and their addresses. */
const NOT_FOUND = 'The host name could not be resolved, or has an address that is not public.';

function rejectUrl(url: URL): string | undefined {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return INSECURE;
  if (url.username !== '' || url.password !== '') return 'Remove the user name and the password from the URL.';
  if (url.hash !== '') return 'Remove the part of the URL after #.';
  if (OTHER_SERVICES.has(Number(url.port || 443)))
    return `Port ${url.port} is for other services. Use 443, for example.`;
  return undefined;
}

/** A URL has one spelling of an IP address left when it is parsed: `0x7f.1` and `2130706433` are `127.0.0.1`. */
async function addressesOf(host: string, resolve: ResolveHost): Promise<readonly string[]> {
  return isLiteral(host) ? [withoutBrackets(host)] : resolve(host).catch(() => []);
}

const isLiteral = (host: string): boolean => isIP(withoutBrackets(host)) > 0;
const withoutBrackets = (host: string): string => host.replace(/^\[(.*)\]$/, '$1');
