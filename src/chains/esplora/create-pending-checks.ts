import type { Transaction } from '../bitcoin/read-transaction.ts';
import { inParallel } from '../in-parallel.ts';
import type { EsploraServer } from './create-esplora-server.ts';
import { forgetUnused } from './forget-unused.ts';

/** How many pending transactions one scan asks for, in turn. */
const CHECKED_TRANSACTIONS_MAX = 10;
const CALLS_PARALLEL_MAX = 4;

interface Check {
  askedAtMs: number;
  isMissing: boolean;
  usedAtMs: number;
}

interface PendingChecks {
  /** Which of the waiting transactions are unknown, and those that were found in the mempool. */
  run(
    waiting: readonly string[],
    seen: ReadonlySet<string>,
    nowMs: number,
  ): Promise<{ missing: string[]; found: Transaction[] }>;
}

/** Asks for pending transactions that no address listed. What was missing stays so until the server knows it again. */
export function createPendingChecks(server: Pick<EsploraServer, 'transaction'>): PendingChecks {
  const checks = new Map<string, Check>();
  return {
    async run(waiting, seen, nowMs) {
      for (const tx of waiting) {
        const known = checks.get(tx) ?? { askedAtMs: 0, isMissing: false };
        checks.set(tx, { ...known, isMissing: known.isMissing && !seen.has(tx), usedAtMs: nowMs });
      }
      forgetUnused(checks, nowMs);
      const askedAt = (tx: string) => checks.get(tx)?.askedAtMs ?? 0;
      const chosen = waiting
        .filter((tx) => !seen.has(tx))
        .sort((a, b) => askedAt(a) - askedAt(b))
        .slice(0, CHECKED_TRANSACTIONS_MAX);
      const found: Transaction[] = [];
      await inParallel(chosen, CALLS_PARALLEL_MAX, async (tx) => {
        const known = await server.transaction(tx);
        checks.set(tx, { askedAtMs: nowMs, isMissing: known === undefined, usedAtMs: nowMs });
        if (known && known.block === undefined) found.push(known.transaction);
      });
      return { missing: waiting.filter((tx) => checks.get(tx)?.isMissing), found };
    },
  };
}
