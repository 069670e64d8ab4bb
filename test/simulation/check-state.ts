import type { MerchantId } from '../../src/domain/ids.ts';
import type { Intent } from '../../src/domain/intents/intent.ts';
import { isAwaiting } from '../../src/domain/intents/intent-status.ts';
import { formatDecimal } from '../../src/domain/money/decimal.ts';
import {
  type CryptoAmount,
  cryptoAmount,
  max,
  min,
  multiplyRoundingDown,
  subtract,
  sum,
} from '../../src/domain/money/money.ts';
import type { Payment } from '../../src/domain/payments/payment.ts';
import type { UnmatchedReason } from '../../src/domain/transfers/transfer.ts';
import type { Inspected } from './backing.ts';
import type { Output } from './blockchain.ts';
import { checkOwed, hasAmount, recordAmounts } from './check-amounts.ts';
import { checkPayments, isExpected, isOnlyCounted, namedBy, nameOf } from './check-payments.ts';
import { checkTimeline } from './check-timeline.ts';
import type { Sometimes } from './counters.ts';
import { DUST, FEES, IN_FLIGHT_MS } from './design.ts';
import type { AcceptancePolicy } from './merchants.ts';
import { amountOf, type Order } from './order.ts';
import type { Simulation } from './simulation.ts';
import { Violation } from './violation.ts';

const CENT = 10n ** 16n;

/**
 * What must hold after every commit, for every changed intent. A step may have several commits, and what one of them
 * changes, the next may change back. The engine handles errors, so a violation is kept for the end of the step.
 */
export async function checkCommit(simulation: Simulation): Promise<void> {
  try {
    await checkState(simulation);
  } catch (error) {
    simulation.violation ??= error as Error;
  }
}

async function checkState(simulation: Simulation): Promise<void> {
  const changed = await simulation.backing.inspect(simulation.merchants.ids, false);
  for (const { merchantId, intent } of changed) recordTargets(simulation, merchantId, intent);
  const orders = changed.map(({ intent }) => ({ intent, order: orderOf(simulation, intent) }));
  recordAmounts(simulation, orders);
  checkOwed(simulation, orders);
  for (const inspected of changed) await checkIntent(simulation, inspected);
}

export function orderOf(simulation: Simulation, { orderId }: Intent): Order {
  const order = simulation.orders.get(orderId ?? '');
  if (!order) throw new Violation('every intent has an order', orderId ?? 'no order');
  return order;
}

function recordTargets(simulation: Simulation, merchantId: MerchantId, intent: Intent): void {
  const order = orderOf(simulation, intent);
  if (order.merchantId !== merchantId) throw new Violation('an intent stays with its merchant', order.name, order.name);
  order.intentId ??= intent.id;
  for (const { network, address, reference } of intent.targets) {
    const key = `${network}:${reference ?? address}`;
    const owner = simulation.records.owners.get(key) ?? { order: order.name, address, sinceMs: simulation.nowMs };
    if (owner.order !== order.name) {
      throw new Violation('no target belongs to two intents', `${key} of ${owner.order}`, order.name);
    }
    simulation.records.owners.set(key, owner);
  }
}

async function checkIntent(simulation: Simulation, { merchantId, intent, timeline }: Inspected): Promise<void> {
  const order = orderOf(simulation, intent);
  const before = simulation.records.last.get(order.name);
  checkTimeline(order.name, intent, timeline);
  checkPayments(simulation, order, intent, before);
  if (intent.status === 'succeeded') checkSuccess(simulation, order, intent, merchantId);
  if (intent.status === 'expired' && before?.status !== 'expired') await checkExpiry(simulation, order, intent, before);
  checkRest(order, intent, before);
  count(simulation, intent, before);
  simulation.records.last.set(order.name, intent);
  if (before?.status !== intent.status)
    simulation.log(`${order.name} is ${intent.status} ${intent.review?.cause ?? ''}`);
}

const finalPayments = ({ payments, asset }: Intent) =>
  payments.filter((one) => one.state === 'final' && one.asset === asset);

const amountIn = (payments: readonly Payment[]) => sum(payments.map(({ amount }) => amount));

function paidAtMs({ network, firstSeenAtMs, blockTimeMs = 0 }: Payment, { expiresAtMs }: Intent): number {
  return blockTimeMs - expiresAtMs > (IN_FLIGHT_MS[network] ?? 0) ? blockTimeMs : firstSeenAtMs;
}

/** At most five percent, whatever the merchant tolerates, and whatever it costs to pay the rest. */
function toleranceOf(order: Order, policy: AcceptancePolicy, final: readonly Payment[]): CryptoAmount {
  const share = multiplyRoundingDown(amountOf(order), policy.toleranceBasisPoints, 10_000n);
  const chosen = min(share, cryptoAmount((policy.toleranceCents * CENT) / order.rate));
  const paid = final.find(({ network }) => FEES[network]?.coin === order.asset);
  const rest = cryptoAmount((FEES[paid?.network ?? '']?.fee ?? DUST[order.asset] ?? 0n) - 1n);
  return min(max(chosen, rest), multiplyRoundingDown(amountOf(order), 5n, 100n));
}

/**
 * Requires a decision of the merchant, enough final money of those payments with which it succeeded before, or enough
 * under the policy.
 */
function checkSuccess(simulation: Simulation, order: Order, intent: Intent, merchantId: MerchantId): void {
  if (intent.flags.includes('manual')) return;
  const final = finalPayments(intent);
  const { settled } = order;
  const lasting = final.filter(({ network, tx, index }) => settled?.payments.has(nameOf(network, tx, index)));
  if (settled && amountIn(lasting) >= settled.floor) return;
  const policies = order.policy
    ? [order.policy]
    : simulation.merchants.policiesSince(merchantId, simulation.oldestStart);
  const floor = policies.map((policy) => subtract(amountOf(order), toleranceOf(order, policy, final))).reduce(min);
  const untilMs = intent.expiresAtMs + Math.max(...policies.map(({ lateMs }) => lateMs(order.asset)));
  const accepted = final.filter((payment) => paidAtMs(payment, intent) < untilMs);
  if (amountIn(accepted) < floor) {
    const detail = `${formatDecimal(amountIn(accepted))} of ${formatDecimal(floor)}`;
    throw new Violation('success needs enough final money', detail, order.name);
  }
  order.settled = { floor, payments: new Set(accepted.map(({ network, tx, index }) => nameOf(network, tx, index))) };
}

/** Time is not enough: every network must have been scanned, and earlier transfers must be known. */
async function checkExpiry(
  simulation: Simulation,
  order: Order,
  intent: Intent,
  before: Intent | undefined,
): Promise<void> {
  for (const { network, scannedUntilMs } of intent.targets) {
    // A target assigned since the last check may be newer than the expiry.
    const wasThere = before?.targets.some((target) => target.network === network);
    if (wasThere && (scannedUntilMs ?? 0) < intent.expiresAtMs) {
      throw new Violation('expiry waits until every network is scanned', `${network} was not`, order.name);
    }
  }
  if (finalPayments(intent).length > 0) throw new Violation('an expired intent has no money', order.name, order.name);
  if (intent.targets.length === 0) return;
  const unmatched = new Set(
    (await simulation.unmatchedTransfers()).map(({ network, tx, index }) => nameOf(network, tx, index)),
  );
  for (const [network, { truth }] of simulation.chains) {
    const isForOrder = (output: Output) =>
      namedBy(simulation, network, output).has(order.name) ||
      (output.exactFor === order.name && hasAmount(simulation, network, output, order));
    for (const block of truth.blocks) {
      if (block.timeMs >= intent.expiresAtMs) break;
      for (const { tx, failed } of block.txs) {
        for (const output of simulation.shownOutputs(tx, failed).filter(isForOrder)) {
          if (!isExpected(simulation, network, output, block)) continue;
          const name = nameOf(network, tx.id, output.index);
          const isKnown = intent.payments.some(({ tx: id, index }) => id === tx.id && index === output.index);
          if (!isKnown && !unmatched.has(name) && !isOnlyCounted(simulation, network, output, failed)) {
            throw new Violation(
              'expiry considers earlier transfers',
              `${name}: ${formatDecimal(amountOf(output))}`,
              order.name,
            );
          }
        }
      }
    }
  }
}

function checkRest(order: Order, intent: Intent, before: Intent | undefined): void {
  const held = intent.payments
    .filter(({ state }) => state !== 'void')
    .map(({ network, tx, index }) => nameOf(network, tx, index));
  if (intent.status === 'canceled') {
    if (intent.decision && before?.status !== 'canceled') order.rejected = new Set(held);
    const unknown = held.find((name) => !intent.decision || !order.rejected.has(name));
    if (unknown) throw new Violation('a canceled intent has no money but what was rejected', unknown, order.name);
  }
  if ((intent.status === 'needs_review') !== (intent.review !== undefined)) {
    throw new Violation('an intent has a review cause only in review', order.name, order.name);
  }
}

const COUNTED_FLAGS = [
  ['tolerated', 'tolerated'],
  ['overpaid', 'overpaid'],
  ['wrong_asset', 'wrong asset'],
  ['manual', 'manual'],
] as const;

function count(simulation: Simulation, intent: Intent, before: Intent | undefined): void {
  const { counters } = simulation;
  for (const [flag, name] of COUNTED_FLAGS) {
    if (intent.flags.includes(flag) && !before?.flags.includes(flag)) counters.add(name);
  }
  if (intent.status === 'succeeded' && intent.flags.includes('late')) counters.add('late money accepted');
  const { review, status, expiresAtMs } = intent;
  const isUnscanned = intent.targets.some(({ scannedUntilMs }) => (scannedUntilMs ?? 0) < expiresAtMs);
  if (isAwaiting(intent) && simulation.nowMs > expiresAtMs && isUnscanned) counters.add('expiry waited for a network');
  if (before?.review?.cause === 'unseen' && !intent.decision && !isUnscanned) counters.add('unseen review resolved');
  if (review && review.cause !== before?.review?.cause) counters.add(`review: ${review.cause}`);
  if (status !== before?.status && status === 'expired') counters.add('expired');
  if (status !== before?.status && status === 'canceled') counters.add('canceled');
  if (status === 'needs_review' && before?.status === 'succeeded') counters.add('success reversed');
  if (status === 'succeeded' && before?.review?.cause === 'reorged') counters.add('success came back');
  for (const payment of intent.payments) {
    const known = before?.payments.find(({ tx, index }) => tx === payment.tx && index === payment.index);
    if (payment.reorged && !known?.reorged) counters.add('payment reorganized');
    const wasSeenInTime = payment.firstSeenAtMs < expiresAtMs;
    if (payment.state === 'final' && wasSeenInTime && paidAtMs(payment, intent) > expiresAtMs)
      counters.add('included too late');
    if (known?.state === 'final' && payment.state !== 'final') counters.add('final payment rolled back');
    if (known?.state === 'void' && payment.state !== 'void') counters.add('void payment revived');
    if (payment.voidReason && known?.voidReason === undefined) counters.add(`payment ${payment.voidReason}`);
  }
}

/** Simulated payers never pay before a target is assigned, and never claim a payment. */
export const unmatchedCounter = (
  reason: Exclude<UnmatchedReason, 'too_old' | 'too_late' | 'unexplained' | 'too_many'>,
): Sometimes => `unmatched: ${reason}`;
