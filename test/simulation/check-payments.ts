import { isDeepStrictEqual } from 'node:util';
import { amountsOf } from '../../src/domain/intents/amounts.ts';
import type { Intent } from '../../src/domain/intents/intent.ts';
import { formatDecimal } from '../../src/domain/money/decimal.ts';
import { add, type CryptoAmount, multiply, sum, toBigInt, ZERO } from '../../src/domain/money/money.ts';
import type { FinalityRequirement } from '../../src/domain/payments/finality-requirement.ts';
import type { Payment } from '../../src/domain/payments/payment.ts';
import type { Block, Output, Tx } from './blockchain.ts';
import { checkByHand, checkTails, holdOf } from './check-amounts.ts';
import { DUST, requirementOf } from './design.ts';
import { amountOf, type Order } from './order.ts';
import { EVM_TAGS } from './read-like-evm.ts';
import { FINAL_BLOCKS } from './read-like-solana.ts';
import type { Simulation } from './simulation.ts';
import { Violation } from './violation.ts';

const DUST_PARTS = 1_000n;

export const nameOf = (network: string, tx: string, index: number) => `${network}:${tx}:${index}`;

/** The orders that a transfer names and pays, by the targets assigned so far. */
export function namedBy(simulation: Simulation, network: string, { keys, address }: Output): Set<string> {
  const orders = new Set<string>();
  for (const key of keys) {
    const owner = simulation.records.owners.get(`${network}:${key}`);
    if (owner?.address === address) orders.add(owner.order);
  }
  return orders;
}

/** Whether a transfer that is no payment is only counted: it failed and does not name one intent, or it is dust. */
export function isOnlyCounted(simulation: Simulation, network: string, output: Output, failed: boolean): boolean {
  if (failed) return namedBy(simulation, network, output).size !== 1;
  return output.asset !== undefined && toBigInt(amountOf(output)) < (DUST[output.asset] ?? 0n);
}

/** On EVM chains, the coin in a block is read only if somebody had been asked for it, and may still pay. */
export function isExpected(
  { isEvm, records, orders }: Simulation,
  network: string,
  { token }: Pick<Output, 'token'>,
  { timeMs, minedAtMs }: Block,
): boolean {
  if (!isEvm || token !== undefined) return true;
  return [...records.last].some(([name, { targets, expiresAtMs }]) => {
    const order = orders.get(name);
    const target = targets.find((one) => one.network === network);
    const owner = target && records.owners.get(`${network}:${target.reference ?? target.address}`);
    if (order?.asset !== 'ETH' || !owner) return false;
    return owner.sinceMs < minedAtMs && timeMs < holdOf(order, network, expiresAtMs);
  });
}

/** Every payment is a transfer of the chain, with the right amount, intent and confirmations. */
export function checkPayments(simulation: Simulation, order: Order, intent: Intent, before: Intent | undefined): void {
  let received: CryptoAmount = ZERO;
  for (const payment of intent.payments) {
    const { tx, output } = findOutput(simulation, order, payment);
    const isNew = !isIn(before)(payment);
    checkOrigin(simulation, order, payment, tx, output, isNew);
    checkDepth(order, payment, tx);
    checkBlockTime(order, payment, tx);
    if (payment.state === 'final' && output.asset === order.asset) received = add(received, amountOf(output));
    if (isNew) checkDust(simulation, order, intent, payment);
  }
  const amounts = amountsOf(intent);
  checkTails(simulation, order, intent, amounts.overpaidBy, (payment) => !isIn(before)(payment));
  if (amounts.received !== received) {
    throw new Violation(
      'the received amount is the final amount',
      `${formatDecimal(received)} by the chain`,
      order.name,
    );
  }
}

const isIn = (intent: Intent | undefined) => (payment: Payment) =>
  intent?.payments.some((known) => known.tx === payment.tx && known.index === payment.index) === true;

function findOutput(simulation: Simulation, order: Order, payment: Payment): { tx: Tx; output: Output } {
  const name = nameOf(payment.network, payment.tx, payment.index);
  const owner = simulation.records.paid.get(name) ?? order.name;
  if (owner !== order.name) throw new Violation('a transfer counts once', `${name} also for ${owner}`, order.name);
  simulation.records.paid.set(name, order.name);
  const { truth } = simulation.network(payment.network);
  const tx = truth.history.get(payment.tx);
  const output = tx?.outputs.find(({ index }) => index === payment.index);
  if (!tx || !output) throw new Violation('every payment is on the chain', name, order.name);
  if (payment.amount !== amountOf(output) || payment.asset !== (output.asset ?? output.token)) {
    throw new Violation(
      'every payment has the amount of its transfer',
      `${name}: ${formatDecimal(payment.amount)}`,
      order.name,
    );
  }
  if (payment.firstSeenAtMs < truth.timeAt(tx.sentAtMs) || payment.firstSeenAtMs > simulation.nowMs) {
    throw new Violation('no payment is seen before it was sent', name, order.name);
  }
  return { tx, output };
}

function checkOrigin(
  simulation: Simulation,
  order: Order,
  payment: Payment,
  tx: Tx,
  output: Output,
  isNew: boolean,
): void {
  const name = nameOf(payment.network, payment.tx, payment.index);
  if (output.asset === undefined) throw new Violation('a fake token does not count', name, order.name);
  if (tx.fails === 'always') throw new Violation('a failed transaction does not count', name, order.name);
  if (simulation.assigned.has(`${order.name} ${name}`)) return;
  const named = namedBy(simulation, payment.network, output);
  if (named.size > 1) throw new Violation('an ambiguous transfer does not count', name, order.name);
  if (named.size === 0 && isNew) checkByHand(simulation, order, payment, output);
  if (named.size > 0 && !named.has(order.name))
    throw new Violation('every payment went to a target of its intent', name, order.name);
}

function checkDepth(order: Order, payment: Payment, tx: Tx): void {
  const { id, deepest, fails } = tx;
  const { network, requirement, confirmations, state } = payment;
  const expected = requirementOf(order, network);
  if (!isDeepStrictEqual(requirement, expected)) {
    throw new Violation('finality depends on value', `${id} needs ${JSON.stringify(requirement)}`, order.name);
  }
  const what = fails === 'never' ? 'a payment is not final too early' : 'a failed transaction does not count';
  if (state === 'final' && !wasFinal(tx, network, expected)) {
    throw new Violation(what, `${id} was ${deepest} deep of ${JSON.stringify(expected)}`, order.name);
  }
  if (confirmations > deepest) {
    throw new Violation(what, `${id}: ${confirmations} of ${deepest}`, order.name);
  }
}

/** Whether the chain ever had the transaction as deep as the requirement wants it. */
function wasFinal({ deepest, oldestMs }: Tx, network: string, requirement: FinalityRequirement): boolean {
  if ('blocks' in requirement) return deepest >= requirement.blocks;
  if ('seconds' in requirement) return deepest > 0 && oldestMs >= requirement.seconds * 1_000;
  return deepest > (network === 'solana-devnet' ? FINAL_BLOCKS : EVM_TAGS[requirement.tag]);
}

function checkBlockTime(order: Order, { blockHeight, blockTimeMs }: Payment, { id, inclusions }: Tx): void {
  const isRight =
    blockHeight === undefined
      ? blockTimeMs === undefined
      : inclusions.some(({ height, timeMs }) => height === blockHeight && timeMs === blockTimeMs);
  if (!isRight) throw new Violation('a payment has the time of its block', `${id}: ${blockTimeMs}`, order.name);
}

/** Dust counts only as the last part of the amount due. */
function checkDust(simulation: Simulation, order: Order, intent: Intent, payment: Payment): void {
  const due = amountOf(order);
  const name = nameOf(payment.network, payment.tx, payment.index);
  if (payment.asset !== order.asset || multiply(payment.amount, DUST_PARTS) >= due) return;
  if (simulation.assigned.has(`${order.name} ${name}`)) return;
  const all = intent.payments.filter(({ asset }) => asset === order.asset);
  if (sum(all.map(({ amount }) => amount)) < due) {
    throw new Violation('dust does not count', name, order.name);
  }
}
