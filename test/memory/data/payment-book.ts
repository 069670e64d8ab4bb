import type { IntentId } from '../../../src/domain/ids.ts';
import { dustFloor } from '../../../src/domain/money/dust-floor.ts';
import { add } from '../../../src/domain/money/money.ts';
import { isInFlight } from '../../../src/domain/payments/payment.ts';
import type { PaymentBook, ScanStep } from '../../../src/ports/payment-book.ts';
import type { NewUnmatchedTransfer } from '../../../src/ports/transfers.ts';
import { changeIntent } from './change-intent.ts';
import { recordClaim } from './record-claim.ts';
import { type Draft, nameIn, refOf, type Tables, type TransferEntry } from './tables.ts';

const CHECK_AGAIN_MS_MIN = 5_000;
const OPEN = new Set(['requires_payment', 'processing', 'partially_paid']);

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

    async matchPayments(network, txs) {
      return [...tables.intents.values()].flatMap((entry) =>
        entry.intent.payments
          .filter((payment) => payment.network === network && txs.includes(payment.tx))
          .map(({ tx, index }) => ({ tx, index, intent: refOf(entry) })),
      );
    },

    async ownersOf(network, addresses) {
      const shared = [...tables.targets.values()].filter(
        (one) => one.network === network && one.matchedBy !== 'address',
      );
      return addresses.flatMap((address) => {
        const here = shared.filter((one) => one.address === address);
        const target = here.find(({ isDisowned }) => !isDisowned) ?? here[0];
        if (!target) return [];
        const { merchantId, livemode } = target.intent;
        return [{ address, owner: { merchantId, livemode } }];
      });
    },

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
        .filter(({ intent }) => OPEN.has(intent.status) || intent.review?.cause === 'unseen')
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

    changeIntent: async (ref, atMs, change) => changeIntent(tables, ref, atMs, change),
  };
}

/** Compares and sets a cursor. False if another process has moved it or holds a newer lease. */
function advanceScan({ scans, transfers }: Tables, { network, from, scan, token }: ScanStep): boolean {
  const current = scans.get(network);
  if (current && (current.cursor !== from || current.token > token)) return false;
  const { cursor, tipHeight, safeHeight, finalizedHeight } = scan;
  const scannedUntilMs = Math.max(current?.scannedUntilMs ?? scan.scannedUntilMs, scan.scannedUntilMs);
  const lagging = new Map(scan.lagging?.map((lag) => [lag.address, lag.scannedUntilMs]));
  scans.set(network, { cursor, tip: { tipHeight, safeHeight, finalizedHeight }, token, scannedUntilMs, lagging });
  const { rolledBackTo } = scan;
  if (rolledBackTo === undefined) return true;
  for (const [name, transfer] of transfers) {
    const isGone = transfer.network === network && (transfer.blockHeight ?? 0) > rolledBackTo;
    if (isGone) transfers.set(name, { ...transfer, blockHeight: undefined, blockTimeMs: undefined });
  }
  return true;
}

const nameOf = (network: string, one: Pick<NewUnmatchedTransfer, 'merchantId' | 'livemode' | 'transfer'>): string =>
  nameIn(one, `${network}:${one.transfer.tx}:${one.transfer.index}`);

const isWorthless = ({ reason, asset, amount }: TransferEntry): boolean =>
  reason === 'failed' || asset === undefined || amount < dustFloor(asset);

/** Records a transfer once per merchant, and updates it when it gets a block. */
function recordTransfer(
  { transfers }: Tables,
  name: string,
  network: string,
  unmatched: NewUnmatchedTransfer,
  atMs: number,
): void {
  const { id, merchantId, livemode, intentId, transfer, reason } = unmatched;
  const { tx, index, address, asset, token, amount, blockHeight, blockTimeMs, firstSeenAtMs } = transfer;
  const known = transfers.get(name);
  transfers.set(
    name,
    known
      ? {
          ...known,
          blockHeight: blockHeight ?? known.blockHeight,
          blockTimeMs: blockTimeMs ?? known.blockTimeMs,
          intentId: known.intentId ?? intentId,
          reason: blockHeight === undefined ? known.reason : reason,
          keptAtMs: Math.max(known.keptAtMs, atMs),
        }
      : {
          id,
          merchantId,
          livemode,
          network,
          tx,
          index,
          address,
          asset,
          token,
          amount,
          blockHeight,
          blockTimeMs,
          reason,
          intentId,
          firstSeenAtMs,
          assignedTo: undefined,
          keptAtMs: atMs,
        },
  );
}
