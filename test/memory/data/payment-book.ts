import type { IntentId } from '../../../src/domain/ids.ts';
import type { Intent } from '../../../src/domain/intents/intent.ts';
import { OWING_STATUSES } from '../../../src/domain/intents/intent-status.ts';
import { dustFloor } from '../../../src/domain/money/dust-floor.ts';
import { add, subtract } from '../../../src/domain/money/money.ts';
import { isInFlight } from '../../../src/domain/payments/payment.ts';
import type { PaymentBook, ScanStep } from '../../../src/ports/payment-book.ts';
import type { NewUnmatchedTransfer } from '../../../src/ports/transfers.ts';
import { changeIntent } from './change-intent.ts';
import { recordClaim } from './record-claim.ts';
import { recordTransfer } from './record-transfer.ts';
import { type Draft, isOwn, nameIn, refOf, type Tables, type TransferEntry } from './tables.ts';

const CHECK_AGAIN_MS_MIN = 5_000;
const OPEN = new Set(['requires_payment', 'processing', 'partially_paid']);

/** Whether the expiry worker looks at an intent. */
export const isOpen = ({ status, review }: Intent): boolean => OPEN.has(status) || review?.cause === 'unseen';

/** The payment book on tables in memory. */
export function openPaymentBook(tables: Draft): PaymentBook {
  return {
    advanceScan: async (step) => advanceScan(tables, step),

    async matchTargets(network, keys) {
      return keys.flatMap((key) => {
        const target = tables.targets.get(`${network}:${key}`);
        return target ? [{ key, address: target.address, intent: target.intent }] : [];
      });
    },

    async matchAmounts(network, transfers) {
      return transfers.flatMap(({ key, tx, index }) => {
        const given = tables.amounts.get(`${network}:${key}`);
        if (!given || tables.transfers.has(nameIn(given.intent, `${network}:${tx}:${index}`))) return [];
        return [{ key, tx, index, intent: given.intent, assignedAtMs: given.assignedAtMs }];
      });
    },

    async findOwedByOthers(network, sent) {
      return sent.filter((one) =>
        [...tables.amounts.values()].some(
          (other) =>
            other.network === network &&
            other.address === one.address &&
            other.asset === one.asset &&
            subtract(other.amount, other.tail) === one.amount &&
            other.heldUntilMs > one.firstSeenAtMs &&
            other.intent.id !== one.intent.id &&
            owes(tables, other.intent.id),
        ),
      );
    },

    async matchPayments(network, txs) {
      return [...tables.intents.values()].flatMap((entry) =>
        entry.intent.payments
          .filter((payment) => payment.network === network && txs.includes(payment.tx))
          .map(({ tx, index }) => ({ tx, index, intent: refOf(entry) })),
      );
    },

    async listShared(network, addresses) {
      const shared = new Map(
        [...tables.targets.values()]
          .filter((one) => one.network === network)
          .flatMap(({ address, matchedBy }) => (matchedBy === 'address' ? [] : [[address, matchedBy] as const])),
      );
      return addresses.flatMap((address) => {
        const matchedBy = shared.get(address);
        return matchedBy ? [{ address, matchedBy }] : [];
      });
    },

    listResidents: async (merchants) =>
      merchants.filter((merchant) => [...tables.intents.values()].some((entry) => isOwn(refOf(entry), merchant))),

    async listMoving(network, rolledBackTo) {
      const moving = [...tables.intents.values()].filter(({ intent }) =>
        intent.payments.some(
          (payment) =>
            payment.network === network &&
            (isInFlight(payment) ||
              (payment.state === 'final' &&
                rolledBackTo !== undefined &&
                payment.blockHeight !== undefined &&
                payment.blockHeight > rolledBackTo)),
        ),
      );
      return moving.map(refOf);
    },

    findListed: async (network, transfers) => transfers.filter((one) => tables.transfers.has(nameOf(network, one))),

    async countFailed(intents) {
      const counts = intents.map((intent) => {
        const failed = [...tables.transfers.values()].filter(
          (one) => isOwn(one, intent) && one.intentId === intent.id && one.reason === 'failed',
        );
        return [intent.id, failed.length] as const;
      });
      return new Map(counts.filter(([, count]) => count > 0));
    },

    countUnknown: async (merchants, sinceMs) =>
      merchants.map(
        (merchant) =>
          [...tables.transfers.values()].filter(
            (one) => isOwn(one, merchant) && one.reason === 'unknown_token' && one.keptAtMs >= sinceMs,
          ).length,
      ),

    async recordUnmatched(network, unmatched, atMs) {
      const onceEach = new Map(unmatched.map((one) => [nameOf(network, one), one]));
      for (const [name, one] of onceEach) recordTransfer(tables, name, network, one, atMs);
    },

    async countDust(network, dust) {
      for (const { merchantId, livemode, asset, amount } of dust) {
        const name = nameIn({ merchantId, livemode }, `${network}:${asset}`);
        const known = tables.dust.get(name);
        const transfers = (known?.transfers ?? 0) + 1;
        const sum = known ? add(known.amount, amount) : amount;
        tables.dust.set(name, { merchantId, livemode, network, asset, transfers, amount: sum });
      }
    },

    async deleteUnmatched({ worthlessMs, moneyMs }, limit) {
      const old = [...tables.transfers]
        .filter(([, { assignedTo, keptAtMs }]) => assignedTo === undefined && keptAtMs < worthlessMs)
        .filter(([, transfer]) => transfer.keptAtMs < moneyMs || isWorthless(transfer))
        .slice(0, limit);
      for (const [name, { id }] of old) {
        tables.transfers.delete(name);
        for (const [claim, { transferId }] of tables.claims) if (transferId === id) tables.claims.delete(claim);
      }
      return old.length;
    },

    recordClaim: async (claim, atMs) => recordClaim(tables, claim, atMs),

    async takeOverdue(nowMs, limit) {
      const dueAt = (id: IntentId) => {
        const entry = tables.intents.get(id);
        return entry?.checkAtMs ?? entry?.intent.expiresAtMs ?? 0;
      };
      const overdue = [...tables.intents.values()]
        .filter(({ intent }) => isOpen(intent))
        .filter(({ intent }) => intent.expiresAtMs <= nowMs && dueAt(intent.id) <= nowMs)
        .sort((a, b) => dueAt(a.intent.id) - dueAt(b.intent.id))
        .slice(0, limit);
      for (const entry of overdue) {
        const { id, expiresAtMs } = entry.intent;
        const pauseMs = Math.max(CHECK_AGAIN_MS_MIN, (nowMs - expiresAtMs) / 1_000);
        tables.intents.set(id, { ...entry, checkAtMs: nowMs + pauseMs });
      }
      return overdue.map(refOf);
    },

    async takeUnnumbered(limit) {
      return [...tables.intents.values()]
        .filter(({ intent, isNumbered }) => intent.status === 'succeeded' && !isNumbered)
        .map(refOf)
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .slice(0, limit);
    },

    changeIntent: async (ref, atMs, change) => changeIntent(tables, ref, atMs, change),
  };
}

const owes = ({ intents }: Tables, id: IntentId): boolean => {
  const status = intents.get(id)?.intent.status;
  return status !== undefined && OWING_STATUSES.includes(status);
};

/** Compares and sets a cursor. False if another process has moved it or holds a newer lease. */
function advanceScan({ scans, transfers }: Tables, { network, from, scan, token }: ScanStep): boolean {
  const current = scans.get(network);
  if (current && (current.cursor !== from || current.token > token)) return false;
  const { cursor, tipHeight, tipTimeMs, safeHeight, finalizedHeight } = scan;
  const scannedUntilMs = Math.max(current?.scannedUntilMs ?? scan.scannedUntilMs, scan.scannedUntilMs);
  const lagging = new Map(scan.lagging?.map((lag) => [lag.address, lag.scannedUntilMs]));
  const tip = { tipHeight, tipTimeMs, safeHeight, finalizedHeight };
  scans.set(network, { cursor, tip, token, scannedUntilMs, lagging });
  const { rolledBackTo } = scan;
  if (rolledBackTo === undefined) return true;
  for (const [name, transfer] of transfers) {
    const isGone = transfer.network === network && (transfer.blockHeight ?? 0) > rolledBackTo;
    if (isGone && transfer.reason === 'unexplained') transfers.delete(name);
    else if (isGone) transfers.set(name, { ...transfer, blockHeight: undefined, blockTimeMs: undefined });
  }
  return true;
}

const nameOf = (network: string, one: Pick<NewUnmatchedTransfer, 'merchantId' | 'livemode' | 'transfer'>): string =>
  nameIn(one, `${network}:${one.transfer.tx}:${one.transfer.index}`);

const isWorthless = ({ reason, asset, amount }: TransferEntry): boolean =>
  reason === 'failed' || asset === undefined || amount < dustFloor(asset);
