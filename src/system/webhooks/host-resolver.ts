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
  query = createQuery(),
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
    const addresses = inTime(query(hostname));
    kept.set(hostname, { untilMs: nowMs() + KEPT_MS, addresses });
    const [oldest] = kept.keys();
    if (kept.size > NAMES_MAX && oldest !== undefined) kept.delete(oldest);
    return addresses;
  };
}

/**
 * DNS, and nothing else: `dns.lookup` also reads `/etc/hosts`, but holds one of the four threads that the whole process
 * has until an answer comes, and a merchant can choose a name server that never answers.
 */
function createQuery(): ResolveHost {
  const resolver = new Resolver({ timeout: LOOKUP_MS_MAX / 2, tries: 2 });
  return async (hostname) => {
    if (/(^|\.)localhost$/.test(hostname)) return ['127.0.0.1', '::1'];
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  };
}

async function inTime(addresses: Promise<readonly string[]>): Promise<readonly string[]> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('No name server answered in time.')), LOOKUP_MS_MAX);
  try {
    return await Promise.race([addresses, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
