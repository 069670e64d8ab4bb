import type { MerchantId } from '../../src/domain/ids.ts';
import type { Intent } from '../../src/domain/intents/intent.ts';
import { isAwaiting } from '../../src/domain/intents/intent-status.ts';
import { formatDecimal } from '../../src/domain/money/decimal.ts';
import {
  type CryptoAmount,
  cryptoAmount,
  min,
  multiplyRoundingDown,
  subtract,
  sum,
  ZERO,
} from '../../src/domain/money/money.ts';
import type { UnmatchedReason } from '../../src/domain/transfers/transfer.ts';
import type { Inspected } from './backing.ts';
import { checkPayments, namedBy, nameOf } from './check-payments.ts';
import { checkTimeline } from './check-timeline.ts';
import type { Sometimes } from './counters.ts';
import type { AcceptancePolicy } from './merchants.ts';
import { amountOf, type Order } from './order.ts';
import { Violation } from './violation.ts';
import type { World } from './world.ts';

const CENT = 10n ** 16n;

/** What must hold after every step, for every intent that is different from what it was. */
export async function checkState(world: World): Promise<void> {
  if (!world.isTouched) return;
  world.isTouched = false;
  const changed = await world.backing.inspect(world.merchants.ids, false);
  for (const { merchantId, intent } of changed) learnPlaces(world, merchantId, intent);
  for (const inspected of changed) await checkIntent(world, inspected);
}

export function orderOf(world: World, { orderId }: Intent): Order {
  const order = world.orders.get(orderId ?? '');
  if (!order) throw new Violation('every intent was asked for', orderId ?? 'no order');
  return order;
}

function learnPlaces(world: World, merchantId: MerchantId, intent: Intent): void {
  const order = orderOf(world, intent);
  if (order.merchantId !== merchantId) throw new Violation('an intent stays with its merchant', order.name, order.name);
  order.intentId ??= intent.id;
  for (const { network, address, reference } of intent.targets) {
    const key = `${network}:${reference ?? address}`;
    const owner = world.books.owners.get(key)?.order ?? order.name;
    if (owner !== order.name) throw new Violation('no place is on two intents', `${key} of ${owner}`, order.name);
    world.books.owners.set(key, { order: order.name, address });
  }
}

async function checkIntent(world: World, { merchantId, intent, timeline }: Inspected): Promise<void> {
  const order = orderOf(world, intent);
  const before = world.books.last.get(order.name);
  checkTimeline(order.name, intent, timeline);
  checkPayments(world, order, intent, before);
  if (intent.status === 'succeeded') checkSuccess(world, order, intent, before, merchantId);
  if (intent.status === 'expired' && before?.status !== 'expired') await checkExpiry(world, order, intent, before);
  checkRest(order, intent);
  count(world, intent, before);
  world.books.last.set(order.name, intent);
  if (before?.status !== intent.status) world.tell(`${order.name} is ${intent.status} ${intent.review?.cause ?? ''}`);
}

const finalSum = ({ payments, asset }: Intent, seenBeforeMs = Number.POSITIVE_INFINITY) =>
  sum(
    payments
      .filter((one) => one.state === 'final' && one.asset === asset && one.firstSeenAtMs < seenBeforeMs)
      .map(({ amount }) => amount),
  );

function toleranceOf(order: Order, { toleranceBasisPoints, toleranceCents }: AcceptancePolicy): CryptoAmount {
  const share = multiplyRoundingDown(amountOf(order), toleranceBasisPoints, 10_000n);
  return min(share, cryptoAmount((toleranceCents * CENT) / order.rate));
}

/** Enough final money by what the merchant accepted when it succeeded, or its own word. */
function checkSuccess(
  world: World,
  order: Order,
  intent: Intent,
  before: Intent | undefined,
  merchantId: MerchantId,
): void {
  if (intent.flags.includes('manual')) return;
  const policies = world.merchants.policiesSince(merchantId, world.oldestStart);
  const accepted = policies.map((policy) => subtract(amountOf(order), toleranceOf(order, policy)));
  const floor = accepted.reduce(min, order.floor ?? amountOf(order));
  const untilMs = intent.expiresAtMs + Math.max(...policies.map(({ lateMs }) => lateMs(order.asset)));
  const isFirst = before?.status !== 'succeeded' && order.floor === undefined;
  const paid = isFirst ? finalSum(intent, untilMs) : finalSum(intent);
  if (paid < floor) {
    const detail = `${formatDecimal(paid)} of ${formatDecimal(floor)}`;
    throw new Violation('success needs enough final money', detail, order.name);
  }
  order.floor = floor;
}

/** Time alone is not enough: every network must have been read, and what came before must be known. */
async function checkExpiry(world: World, order: Order, intent: Intent, before: Intent | undefined): Promise<void> {
  for (const { network, scannedUntilMs } of intent.targets) {
    // A place that was given out since the last look may be younger than the expiry.
    const wasThere = before?.targets.some((target) => target.network === network);
    if (wasThere && (scannedUntilMs ?? 0) < intent.expiresAtMs) {
      throw new Violation('expiry waits until every network is read', `${network} is not`, order.name);
    }
  }
  if (finalSum(intent) > ZERO) throw new Violation('what has expired holds no money', order.name, order.name);
  if (intent.targets.length === 0) return;
  const kept = new Set((await world.keptTransfers()).map(({ network, tx, index }) => nameOf(network, tx, index)));
  for (const [network, { truth }] of world.chains) {
    for (const block of truth.blocks) {
      if (block.timeMs >= intent.expiresAtMs) break;
      for (const { tx } of block.txs) {
        for (const output of tx.outputs.filter((one) => namedBy(world, network, one).has(order.name))) {
          const name = nameOf(network, tx.id, output.index);
          const isKnown = intent.payments.some(({ tx: id, index }) => id === tx.id && index === output.index);
          if (!isKnown && !kept.has(name)) {
            throw new Violation(
              'expiry knows what came before it',
              `${name}: ${formatDecimal(amountOf(output))}`,
              order.name,
            );
          }
        }
      }
    }
  }
}

function checkRest(order: Order, intent: Intent): void {
  const holds = intent.payments.some(({ state }) => state !== 'void');
  if (intent.status === 'canceled' && intent.decision === undefined && holds) {
    throw new Violation('what is canceled holds no money', order.name, order.name);
  }
  if ((intent.status === 'needs_review') !== (intent.review !== undefined)) {
    throw new Violation('a review has its cause, and nothing else has', order.name, order.name);
  }
}

function count(world: World, intent: Intent, before: Intent | undefined): void {
  const { counters } = world;
  const flags = { tolerated: 'tolerated', overpaid: 'overpaid', wrong_asset: 'wrong asset', manual: 'manual' } as const;
  for (const [flag, name] of Object.entries(flags) as [keyof typeof flags, Sometimes][]) {
    if (intent.flags.includes(flag) && !before?.flags.includes(flag)) counters.add(name);
  }
  if (intent.status === 'succeeded' && intent.flags.includes('late')) counters.add('late money accepted');
  const { review, status, expiresAtMs } = intent;
  const isUnread = intent.targets.some(({ scannedUntilMs }) => (scannedUntilMs ?? 0) < expiresAtMs);
  if (isAwaiting(intent) && world.nowMs > expiresAtMs && isUnread) counters.add('expiry waited for a network');
  if (before?.review?.cause === 'unseen' && !intent.decision && !isUnread) counters.add('unseen review healed');
  if (review && review.cause !== before?.review?.cause) counters.add(`review: ${review.cause}`);
  if (status !== before?.status && status === 'expired') counters.add('expired');
  if (status !== before?.status && status === 'canceled') counters.add('canceled');
  if (status === 'needs_review' && before?.status === 'succeeded') counters.add('success reversed');
  if (status === 'succeeded' && before?.review?.cause === 'reorged') counters.add('success came back');
  for (const payment of intent.payments) {
    const known = before?.payments.find(({ tx, index }) => tx === payment.tx && index === payment.index);
    if (payment.reorged && !known?.reorged) counters.add('payment reorganised');
    if (known?.state === 'final' && payment.state !== 'final') counters.add('final payment rolled back');
    if (known?.state === 'void' && payment.state !== 'void') counters.add('void payment revived');
    if (payment.voidReason && known?.voidReason === undefined) counters.add(`payment ${payment.voidReason}`);
  }
}

/** No payer of this world pays to a place before it is given out. */
export const keptCounter = (refusal: Exclude<UnmatchedReason, 'too_old'>): Sometimes => `kept: ${refusal}`;
