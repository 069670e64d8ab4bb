import type { IntentId } from '../../src/domain/ids.ts';
import { isInFlight } from '../../src/domain/payments/payment.ts';
import type { PaymentBook } from '../../src/ports/payment-book.ts';
import type { NewUnmatchedTransfer } from '../../src/ports/transfers.ts';
import { advanceScan, changeIntent, refOf, type Tables } from './memory-tables.ts';

const CHECK_AGAIN_MS_MIN = 5_000;
const OPEN = new Set(['requires_payment', 'processing', 'partially_paid']);

/** The payment book on tables in memory. */
export function openMemoryBook(tables: Tables): PaymentBook {
  return {
    advanceScan: async (step) => advanceScan(tables, step),

    async matchTargets(network, keys) {
      return keys.flatMap((key) => {
        const entry = tables.intents.get(tables.targets.get(`${network}:${key}`) as IntentId);
        const target = entry?.intent.targets.find((one) => one.network === network);
        return entry && target ? [{ key, address: target.address, intent: refOf(entry) }] : [];
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
      return addresses.flatMap((address) => {
        for (const { merchantId, intent } of tables.intents.values()) {
          const isHere = intent.targets.some(
            (target) => target.network === network && target.address === address && target.reference !== undefined,
          );
          if (isHere) return [{ address, owner: { merchantId, livemode: intent.livemode } }];
        }
        return [];
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

    async recordUnmatched(network, unmatched) {
      for (const one of unmatched) recordTransfer(tables, network, one);
    },

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

/** Records a transfer once per merchant, and updates it when it gets a block. */
function recordTransfer({ transfers }: Tables, network: string, unmatched: NewUnmatchedTransfer): void {
  const { id, merchantId, livemode, intentId, transfer, reason } = unmatched;
  const { tx, index, address, asset, token, amount, blockHeight, firstSeenAtMs } = transfer;
  const name = `${merchantId}:${livemode}:${network}:${tx}:${index}`;
  const known = transfers.get(name);
  transfers.set(
    name,
    known
      ? {
          ...known,
          blockHeight: blockHeight ?? known.blockHeight,
          intentId: known.intentId ?? intentId,
          reason: blockHeight === undefined ? known.reason : reason,
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
          reason,
          intentId,
          firstSeenAtMs,
          assignedTo: undefined,
        },
  );
}
