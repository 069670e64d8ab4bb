import { Resolver } from 'node:dns/promises';

/** The addresses of a host name, at the time of the question. */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>;

const LOOKUP_MS_MAX = 5_000;
/** So that a busy endpoint does not ask its name server for every webhook. */
const KEPT_MS = 5_000;
const NAMES_MAX = 1_000;

/**
 * Remembers addresses for a few seconds, and failures too. Requests that come while a name is being looked up share the
 * answer.
 */
export function createHostResolver({
  query = createDnsQuery(),
  nowMs = () => performance.now(),
}: {
  query?: ResolveHost;
  nowMs?: () => number;
} = {}): ResolveHost {
  const kept = new Map<string, { untilMs: number; addresses: Promise<readonly string[]> }>();
  return (hostname) => {
    const found = kept.get(hostname);
    if (found && nowMs() < found.untilMs) return found.addresses;
    kept.delete(hostname);
    const addresses = query(hostname);
    kept.set(hostname, { untilMs: nowMs() + KEPT_MS, addresses });
    const [oldest] = kept.keys();
    if (kept.size > NAMES_MAX && oldest !== undefined) kept.delete(oldest);
    return addresses;
  };
}

/**
 * Asks these name servers, or those of the system, for IPv4 and IPv6 addresses at once, and takes what has come when the time
 * is up. `dns.lookup` would read `/etc/hosts` too, but it holds one of the four threads that the whole process has until an
 * answer comes, and a merchant can choose a name server that never answers.
 */
export function createDnsQuery(servers?: readonly string[]): ResolveHost {
  const resolver = new Resolver({ timeout: LOOKUP_MS_MAX / 2, tries: 2 });
  if (servers) resolver.setServers(servers);
  return async (hostname) => {
    if (/(^|\.)localhost$/.test(hostname)) return ['127.0.0.1', '::1'];
    const found: string[] = [];
    const collect = async (answer: Promise<string[]>) => void found.push(...(await answer));
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, LOOKUP_MS_MAX);
    const both = [collect(resolver.resolve4(hostname)), collect(resolver.resolve6(hostname))];
    await Promise.race([Promise.allSettled(both), late.promise]);
    clearTimeout(timer);
    return [...found];
  };
}
