import type { Intent } from '../../src/domain/intents/intent.ts';
import { formatDecimal, fromUnits } from '../../src/domain/money/decimal.ts';
import {
  add,
  type CryptoAmount,
  chainUnits,
  max,
  multiply,
  roundDownTo,
  subtract,
  sum,
  ZERO,
} from '../../src/domain/money/money.ts';
import type { Payment } from '../../src/domain/payments/payment.ts';
import type { ExactAmount } from '../../src/domain/payments/payment-target.ts';
import type { UnmatchedTransfer } from '../../src/ports/transfers.ts';
import type { Output } from './blockchain.ts';
import { IN_FLIGHT_MS } from './design.ts';
import { amountOf, type Order } from './order.ts';
import type { Simulation } from './simulation.ts';
import { Violation } from './violation.ts';

/** The longest time that a merchant can set. */
const LATE_MS_MAX = 30 * 86_400_000;
/** A tail is at most one part in this many of the price: the totals of orders say nothing about a cent. */
const TAIL_PARTS = 1_000n;

const nameOf = (network: string, address: string, asset: string, amount: CryptoAmount) =>
  `${network}:${address}/${asset}/${formatDecimal(amount)}`;

/** The texts of an exact amount and of what was due when it was issued. Both are needed after every commit. */
const texts = new WeakMap<ExactAmount, { amount: string; due: string }>();

function textsOf(exact: ExactAmount) {
  const known = texts.get(exact);
  if (known) return known;
  const due = formatDecimal(subtract(exact.amount, exact.tail));
  const made = { amount: formatDecimal(exact.amount), due };
  texts.set(exact, made);
  return made;
}

/** Who has which exact amount now: never two intents, and another one only after it was held long enough. */
export function recordAmounts(simulation: Simulation, changed: readonly { order: Order; intent: Intent }[]): void {
  const { amounts } = simulation.records;
  const issued = new Map<string, { order: Order; network: string }>();
  for (const { order, intent } of changed) {
    for (const { network, address, matchedBy, amounts: exacts } of intent.targets) {
      for (const exact of exacts) {
        const { amount, due } = textsOf(exact);
        const name = `${network}:${address}/${order.asset}/${amount}`;
        const other = issued.get(name);
        if (other) {
          throw new Violation('no amount belongs to two intents', `${name} of ${other.order.name}`, order.name);
        }
        issued.set(name, { order, network });
        recordDue(simulation, `${network}:${address}/${order.asset}/${due}`, order);
        if (exact.tail <= ZERO || multiply(exact.tail, TAIL_PARTS) > amountOf(order)) {
          throw new Violation('a tail is short', `${name}: ${formatDecimal(exact.tail)}`, order.name);
        }
      }
      if (simulation.byHand && matchedBy !== 'address' && exacts.length === 0) {
        simulation.counters.add('no amount was free');
      }
    }
  }
  for (const [name, { order, network }] of issued) {
    const former = amounts.get(name);
    if (former?.order === order.name) continue;
    const intent = changed.find((one) => one.order === order)?.intent;
    if (former) {
      checkTakeOver(simulation, name, order, former, changed);
      const scanned = intent?.targets.find((target) => target.network === network)?.scannedUntilMs ?? 0;
      if (scanned < former.heldUntilMs) {
        throw new Violation('an amount is held until its network was read', `${name} of ${former.order}`, order.name);
      }
    }
    amounts.set(name, { order: order.name, heldUntilMs: holdOf(order, network, intent?.expiresAtMs ?? 0) });
  }
}

function recordDue({ records: { dues } }: Simulation, name: string, order: Order): void {
  dues.set(name, (dues.get(name) ?? new Set()).add(order.name));
}

/** An intent without a copy of the policy follows its merchant, who may accept late payments for longer at any time. */
export const holdOf = ({ policy, asset }: Order, network: string, expiresAtMs: number): number =>
  expiresAtMs + (policy?.lateMs(asset) ?? LATE_MS_MAX) + (IN_FLIGHT_MS[network] ?? 0);

function checkTakeOver(
  simulation: Simulation,
  name: string,
  order: Order,
  former: { order: string; heldUntilMs: number },
  changed: readonly { order: Order }[],
): void {
  if (!changed.some((one) => one.order.name === former.order)) {
    throw new Violation('no amount belongs to two intents', `${name} of ${former.order}`, order.name);
  }
  if (simulation.nowMs < former.heldUntilMs) {
    throw new Violation('an amount is held while somebody may pay it', `${name} of ${former.order}`, order.name);
  }
  simulation.counters.add('amount reused');
  simulation.log(`${order.name} takes ${name} over from ${former.order}`);
}

/** Whether a transfer carries nothing but its amount that could name an intent. */
const hasOnlyAmount = ({ records }: Simulation, network: string, { keys }: Output): boolean =>
  !keys.some((key) => records.owners.has(`${network}:${key}`));

/** Whether the order has the exact amount that a transfer without a reference sent. */
export function hasAmount(simulation: Simulation, network: string, output: Output, order: Order): boolean {
  const name = nameOf(network, output.address, output.asset ?? '', amountOf(output));
  return hasOnlyAmount(simulation, network, output) && simulation.records.amounts.get(name)?.order === order.name;
}

/** The order that has this exact amount at an address. */
export const holderOf = (
  { records, orders }: Simulation,
  network: string,
  { address, asset = '', amount }: Pick<UnmatchedTransfer, 'address' | 'asset' | 'amount'>,
): Order | undefined => orders.get(records.amounts.get(nameOf(network, address, asset, amount))?.order ?? '');

const seconds = (ms: number) => Math.floor(ms / 1_000);

/** A new payment by hand has the exact amount of its intent, and was not sent before anybody could know it. */
export function checkByHand(simulation: Simulation, order: Order, payment: Payment, output: Output): void {
  const { network, tx, firstSeenAtMs } = payment;
  if (!hasAmount(simulation, network, output, order)) {
    throw new Violation('every payment went to a target of its intent', `${network}:${tx}`, order.name);
  }
  const sentUntilMs = simulation.network(network).truth.minedIn(tx)?.block.minedAtMs ?? Number.POSITIVE_INFINITY;
  if (seconds(simulation.isEvm ? sentUntilMs : firstSeenAtMs) < seconds(order.viewedAtMs ?? Number.POSITIVE_INFINITY)) {
    throw new Violation('no payment by hand precedes its amount', `${network}:${tx}`, order.name);
  }
  simulation.counters.add('paid by hand');
}

/** The other orders that owed, at some time, what a transfer without a reference sent. */
export function othersOwing({ records }: Simulation, network: string, output: Output, order: Order): string[] {
  const owed = records.dues.get(nameOf(network, output.address, output.asset ?? '', amountOf(output))) ?? [];
  return [...owed].filter((name) => name !== order.name);
}

const OWING = new Set(['requires_payment', 'partially_paid', 'expired', 'needs_review']);

/**
 * A new payment by hand is not what another order owes: its payer may have sent the price. Only orders count that did not
 * change since the last check, because the others may have been paid before.
 */
export function checkOwed(simulation: Simulation, changed: readonly { order: Order; intent: Intent }[]): void {
  const { records, assigned } = simulation;
  const isChanged = new Set(changed.map(({ order }) => order.name));
  for (const { order, intent } of changed) {
    const before = new Set(records.last.get(order.name)?.payments.map(({ tx, index }) => `${tx}:${index}`));
    for (const { network, tx, index, firstSeenAtMs } of intent.payments) {
      const { outputs = [] } = simulation.network(network).truth.history.get(tx) ?? {};
      const output = outputs.find((one) => one.index === index && hasOnlyAmount(simulation, network, one));
      const name = `${network}:${tx}:${index}`;
      if (!output || before.has(`${tx}:${index}`) || assigned.has(`${order.name} ${name}`)) continue;
      const owing = othersOwing(simulation, network, output, order).find(
        (other) => !isChanged.has(other) && stillOwes(simulation, other, network, output, firstSeenAtMs),
      );
      if (owing)
        throw new Violation('what another intent owes pays nobody by its amount', `${name} of ${owing}`, order.name);
    }
  }
}

/** Whether the order still holds an amount for what the transfer sent, and waits for money. */
function stillOwes(simulation: Simulation, name: string, network: string, output: Output, seenAtMs: number): boolean {
  const order = simulation.orders.get(name);
  const intent = simulation.records.last.get(name);
  if (!order || !intent || !OWING.has(intent.status)) return false;
  return intent.targets.some(
    (target) =>
      target.network === network &&
      target.amounts.some(({ amount, tail }) => subtract(amount, tail) === amountOf(output)) &&
      seenAtMs < holdOf(order, network, intent.expiresAtMs),
  );
}

/** What is due stays what it was, and only what was received beyond it and the tails of exact amounts is too much. */
export function checkTails(
  simulation: Simulation,
  order: Order,
  intent: Intent,
  overpaidBy: CryptoAmount,
  isNew: (payment: Payment) => boolean,
): void {
  if (intent.cryptoAmount !== amountOf(order)) {
    throw new Violation('a tail does not change what is due', formatDecimal(intent.cryptoAmount), order.name);
  }
  for (const payment of intent.payments.filter(isNew)) {
    order.tails.set(`${payment.network}:${payment.tx}:${payment.index}`, tailOf(simulation, order, intent, payment));
  }
  const paid = intent.payments.filter(({ state, asset }) => state === 'final' && asset === order.asset);
  const tails = sum(paid.map(({ network, tx, index }) => order.tails.get(`${network}:${tx}:${index}`) ?? ZERO));
  const received = sum(paid.map(({ amount }) => amount));
  const excess = max(subtract(received, add(amountOf(order), tails)), ZERO);
  const expected = simulation.isEvm ? roundDownTo(excess, unitOf(simulation, order, intent)) : excess;
  if (overpaidBy !== expected) {
    const detail = `${formatDecimal(overpaidBy)} instead of ${formatDecimal(expected)}`;
    throw new Violation('a tail is no overpayment', detail, order.name);
  }
}

/** On EVM chains, the exact amount of another network is one too where the address is the same. */
function tailOf(simulation: Simulation, order: Order, { targets }: Intent, payment: Payment): CryptoAmount {
  if (payment.asset !== order.asset) return ZERO;
  const isExact = ({ amount }: ExactAmount) => amount === payment.amount;
  const own = targets.find(({ network }) => network === payment.network)?.amounts.find(isExact);
  if (own || !simulation.isEvm) return own?.tail ?? ZERO;
  const { outputs = [] } = simulation.network(payment.network).truth.history.get(payment.tx) ?? {};
  const address = outputs.find(({ index }) => index === payment.index)?.address;
  const others = targets.filter((target) => target.address === address).flatMap(({ amounts }) => amounts);
  return others.find(isExact)?.tail ?? ZERO;
}

/** The smallest amount that the payer was asked for on one of the networks that were paid on. */
function unitOf(simulation: Simulation, { asset }: Order, { targets, payments }: Intent): CryptoAmount {
  const networks = targets
    .map(({ network }) => network)
    .filter((name) => payments.some(({ network }) => network === name));
  const assets = networks.flatMap((network) => simulation.network(network).adapter.assets);
  const decimals = assets.filter(({ code }) => code === asset).map((one) => one.decimals);
  return fromUnits(chainUnits(1n), Math.min(18, ...decimals));
}
