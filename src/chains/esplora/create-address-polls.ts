import { ChainError } from '../../domain/networks/chain-error.ts';
import type { Transfer } from '../../domain/transfers/transfer.ts';
import type { Lag } from '../../ports/chain.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MempoolOrder, MempoolRead, MempoolReader } from '../bitcoin/mempool-reader.ts';
import { type Transaction, transfersOf } from '../bitcoin/read-transaction.ts';
import { inParallel } from '../in-parallel.ts';
import { RpcError } from '../rpc/rpc.ts';
import { chooseAddresses, type Poll } from './choose-addresses.ts';
import type { EsploraServer } from './create-esplora-server.ts';
import { createPendingChecks } from './create-pending-checks.ts';
import { forgetUnused } from './forget-unused.ts';

/** With more intents waiting at a time, nobody knows how far each address was read, and all count as far as the blocks. */
export const AWAITED_ADDRESSES_MAX = 5_000;
const CALLS_PARALLEL_MAX = 4;
/** A server that answers slowly must not keep the blocks waiting. What was not asked for comes first in the next scan. */
const POLL_MS_MAX = 4_000;
/** An address that was read this long before the last one lags alone. */
const LAG_MS_MAX = 30_000;
/** A transaction is as old as the last answer without it, if that is not older than this. */
const GAP_MS_MAX = 20 * 60_000;

/** Finds transactions that are in no block by asking a server for one address after the other. */
export function createAddressPolls(
  server: Pick<EsploraServer, 'mempoolOf' | 'transaction'>,
  { coin, clock, name }: { coin: string; clock: Pick<Clock, 'nowMs'>; name: string },
): MempoolReader {
  const polls = new Map<string, Poll & { usedAtMs: number }>();
  const checks = createPendingChecks(server);

  /** What was read after the last recorded scan counts as unread, because nobody knows what was found. */
  function list(addresses: readonly string[], recordedMs: number, nowMs: number): void {
    for (const address of addresses) {
      const known = polls.get(address);
      const isRecorded = known !== undefined && (known.askedAtMs ?? 0) <= recordedMs;
      const { listedAtMs = nowMs, hasMoney = false } = known ?? {};
      if (isRecorded) known.usedAtMs = nowMs;
      else polls.set(address, { listedAtMs, askedAtMs: undefined, readAtMs: undefined, hasMoney, usedAtMs: nowMs });
    }
    forgetUnused(polls, nowMs);
  }

  /** Stops when the server responds no more, unless it never did, or when it takes too long. */
  async function poll(addresses: readonly string[], nowMs: number): Promise<Polled> {
    const polled: Polled = { found: new Map(), unreadable: [] };
    const stopAtMs = clock.nowMs() + POLL_MS_MAX;
    let isOver = false;
    await inParallel(addresses, CALLS_PARALLEL_MAX, async (address) => {
      if (isOver || clock.nowMs() >= stopAtMs) return;
      const known = polls.get(address) as Poll;
      try {
        const transactions = await server.mempoolOf(address);
        const { readAtMs = Number.NEGATIVE_INFINITY } = known;
        const firstSeenAtMs = nowMs - readAtMs <= GAP_MS_MAX ? readAtMs : nowMs;
        for (const transaction of transactions)
          if (!polled.found.has(transaction.tx)) polled.found.set(transaction.tx, { transaction, firstSeenAtMs });
        Object.assign(known, { askedAtMs: nowMs, readAtMs: nowMs, hasMoney: transactions.length > 0 });
      } catch (error) {
        if (!(error instanceof ChainError) || error.kind === 'distrusted') throw error;
        if (error.cause instanceof RpcError) {
          // The server rejects this address, but not the others.
          known.askedAtMs = nowMs;
          polled.unreadable.push(error);
        } else if (addresses.some((one) => polls.get(one)?.readAtMs === nowMs)) isOver = true;
        else throw error;
      }
    });
    return polled;
  }

  function summarize(addresses: readonly string[], { watch, blocksUntilMs }: MempoolOrder) {
    const times = addresses.map((address) => ({
      address,
      scannedUntilMs: Math.max(blocksUntilMs, polls.get(address)?.readAtMs ?? 0),
    }));
    return addresses.length > AWAITED_ADDRESSES_MAX ? { untilMs: undefined } : splitByLag(times, watch.nowMs);
  }

  return {
    async read(cursor, order): Promise<MempoolRead> {
      const { watch, inBlock, waiting } = order;
      const addresses = await watch.addresses(AWAITED_ADDRESSES_MAX, 'awaited');
      list(addresses, cursor?.log === name ? cursor.number : 0, watch.nowMs);
      const { found, unreadable } = await poll(chooseAddresses(addresses, polls, watch.nowMs), watch.nowMs);
      const checked = await checks.run(waiting, new Set(found.keys()), watch.nowMs);
      for (const transaction of checked.found) found.set(transaction.tx, { transaction, firstSeenAtMs: watch.nowMs });
      const transfers: Transfer[] = [];
      for (const [tx, { transaction, firstSeenAtMs }] of found)
        if (!inBlock.has(tx))
          transfers.push(...transfersOf(transaction, coin, { blockHeight: undefined, firstSeenAtMs }));
      return {
        transfers,
        missing: checked.missing,
        cursor: { log: name, number: watch.nowMs },
        unreadable,
        // The rest waits for the next scan, because calls are limited.
        more: false,
        ...summarize(addresses, order),
      };
    },
  };
}

interface Polled {
  found: Map<string, { transaction: Transaction; firstSeenAtMs: number }>;
  unreadable: ChainError[];
}

/** How far the addresses were read that keep up with the last one, and those that do not. */
function splitByLag(times: readonly Lag[], nowMs: number): { untilMs: number; lagging: Lag[] } {
  if (times.length === 0) return { untilMs: nowMs, lagging: [] };
  const fastestMs = times.reduce((latest, { scannedUntilMs }) => Math.max(latest, scannedUntilMs), 0);
  const lagging = times.filter(({ scannedUntilMs }) => scannedUntilMs < fastestMs - LAG_MS_MAX);
  const others = times.filter(({ scannedUntilMs }) => scannedUntilMs >= fastestMs - LAG_MS_MAX);
  return { untilMs: others.reduce((first, { scannedUntilMs }) => Math.min(first, scannedUntilMs), nowMs), lagging };
}
