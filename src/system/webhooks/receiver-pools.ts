import { isIP, type LookupFunction } from 'node:net';
import { buildConnector, Pool } from 'undici';
import { LIMITS } from '../../domain/limits.ts';
import { limitReads } from './limit-reads.ts';
import type { Receiver } from './receiver-guard.ts';

const POOLS_MAX = 512;
/** Shorter than what common servers keep an idle connection for, so that a request does not meet one that is closing. */
const IDLE_MS_MAX = 4_000;
/** How long to try one address of a receiver before the next. */
const ADDRESS_MS_MAX = 2_000;

/** Connections that are kept for the next webhook, for each origin and its checked addresses. */
export class ReceiverPools {
  readonly #pools = new Map<string, Pool>();

  /** Use the pool at once: one without a connection and without a request is closed. */
  of(receiver: Receiver): Pool {
    const key = `${receiver.origin} ${receiver.addresses.toSorted().join(' ')}`;
    const found = this.#pools.get(key);
    if (found) return found;
    const pool = openPool(receiver);
    const dropIfUnused = () => {
      const { connected, size } = pool.stats;
      if (connected === 0 && size === 0) this.#drop(key, pool);
    };
    pool.on('disconnect', dropIfUnused).on('connectionError', dropIfUnused);
    this.#pools.set(key, pool);
    const [oldest] = this.#pools;
    if (this.#pools.size > POOLS_MAX && oldest) this.#drop(...oldest);
    return pool;
  }

  /** Ends every connection, with or without a response. */
  async close(): Promise<void> {
    const pools = [...this.#pools.values()];
    this.#pools.clear();
    await Promise.all(pools.map((pool) => pool.destroy()));
  }

  #drop(key: string, pool: Pool): void {
    // A pool that is closed already still ends its connections.
    if (this.#pools.get(key) !== pool) return;
    this.#pools.delete(key);
    void pool.close();
  }
}

/**
 * Connects to the checked addresses, whatever the name resolves to by now. The certificate is checked against the name. The
 * number of connections is up to the caller, so that a slow endpoint delays no other one at the same host.
 */
function openPool({ origin, addresses }: Receiver): Pool {
  const checked = addresses.map((address) => ({ address, family: isIP(address) }));
  const lookup: LookupFunction = (_hostname, _options, callback) => callback(null, checked);
  const connect = buildConnector({
    lookup,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ADDRESS_MS_MAX,
    timeout: LIMITS.webhookMsMax,
    // Node turns this off for the whole process with NODE_TLS_REJECT_UNAUTHORIZED.
    rejectUnauthorized: true,
    allowH2: false,
  });
  return new Pool(origin, {
    connect: (options, callback) =>
      connect(options, (...result) => {
        const [, socket] = result;
        if (socket) limitReads(socket);
        callback(...result);
      }),
    allowH2: false,
    keepAliveTimeout: IDLE_MS_MAX,
    keepAliveMaxTimeout: IDLE_MS_MAX,
    maxHeaderSize: LIMITS.webhookHeaderBytesMax,
    // One clock for the whole exchange runs in its place.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}
