import { amountsOf } from '../../src/domain/intents/amounts.ts';
import type { Intent } from '../../src/domain/intents/intent.ts';
import { formatDecimal } from '../../src/domain/money/decimal.ts';
import { add, type CryptoAmount, multiply, sum, ZERO } from '../../src/domain/money/money.ts';
import { confirmationsRequired } from '../../src/domain/payments/finality-requirement.ts';
import type { Payment } from '../../src/domain/payments/payment.ts';
import type { Output, Tx } from './blockchain.ts';
import { amountOf, type Order, requiredBy } from './order.ts';
import { FINAL_BLOCKS } from './read-like-solana.ts';
import { Violation } from './violation.ts';
import type { World } from './world.ts';

const DUST_PARTS = 1_000n;

export const nameOf = (network: string, tx: string, index: number) => `${network}:${tx}:${index}`;

/** Who is named by a transfer and gets its money, as far as places have been given out. */
export function namedBy(world: World, network: string, { keys, address }: Output): Set<string> {
  const owners = keys.flatMap((key) => world.books.owners.get(`${network}:${key}`) ?? []);
  return new Set(owners.filter((owner) => owner.address === address).map(({ order }) => order));
}

/** Every payment is a transfer of the chain, of the right amount, to this intent and as deep as is said. */
export function checkPayments(world: World, order: Order, intent: Intent, before: Intent | undefined): void {
  let received: CryptoAmount = ZERO;
  for (const payment of intent.payments) {
    const { tx, output } = findOutput(world, order, payment);
    checkOrigin(world, order, payment, tx, output);
    checkDepth(order, payment, tx);
    if (payment.state === 'final' && output.asset === order.asset) received = add(received, amountOf(output));
    const isNew = !before?.payments.some((known) => known.tx === payment.tx && known.index === payment.index);
    if (isNew) checkDust(world, order, intent, payment);
  }
  if (amountsOf(intent).received !== received) {
    throw new Violation('what was received is what is final', `${formatDecimal(received)} by the chain`, order.name);
  }
}

function findOutput(world: World, order: Order, payment: Payment): { tx: Tx; output: Output } {
  const name = nameOf(payment.network, payment.tx, payment.index);
  const owner = world.books.paid.get(name) ?? order.name;
  if (owner !== order.name) throw new Violation('a transfer counts once', `${name} also for ${owner}`, order.name);
  world.books.paid.set(name, order.name);
  const tx = world.network(payment.network).truth.history.get(payment.tx);
  const output = tx?.outputs.find(({ index }) => index === payment.index);
  if (!tx || !output) throw new Violation('every payment is on the chain', name, order.name);
  if (payment.amount !== amountOf(output) || payment.asset !== (output.asset ?? output.token)) {
    throw new Violation(
      'every payment has the amount of its transfer',
      `${name}: ${formatDecimal(payment.amount)}`,
      order.name,
    );
  }
  if (payment.firstSeenAtMs < tx.sentAtMs || payment.firstSeenAtMs > world.nowMs) {
    throw new Violation('nothing is seen before it was sent', name, order.name);
  }
  return { tx, output };
}

function checkOrigin(world: World, order: Order, payment: Payment, tx: Tx, output: Output): void {
  const name = nameOf(payment.network, payment.tx, payment.index);
  if (output.asset === undefined) throw new Violation('no fake token counts', name, order.name);
  if (tx.fails === 'always') throw new Violation('no failed transaction counts', name, order.name);
  if (world.assigned.has(`${order.name} ${name}`)) return;
  const named = namedBy(world, payment.network, output);
  if (named.size > 1) throw new Violation('two references count for nobody', name, order.name);
  if (!named.has(order.name)) throw new Violation('every payment went to a place of its intent', name, order.name);
}

function checkDepth(order: Order, payment: Payment, { id, deepest, fails }: Tx): void {
  const { network, requirement, confirmations, state } = payment;
  const required = confirmationsRequired(requirement);
  if (required !== requiredBy(order, network)) {
    throw new Violation('finality is by worth', `${id} needs ${required}`, order.name);
  }
  const isSolana = network === 'solana-devnet';
  const needed = isSolana ? FINAL_BLOCKS + 1 : required;
  if (state === 'final' && deepest < needed) {
    const what = fails === 'never' ? 'nothing is final before its time' : 'no failed transaction counts';
    throw new Violation(what, `${id} was ${deepest} deep of ${needed}`, order.name);
  }
  if (!isSolana && confirmations > deepest) {
    throw new Violation('nothing is final before its time', `${id}: ${confirmations} of ${deepest}`, order.name);
  }
}

/** Dust counts only as the last small part of what is due. */
function checkDust(world: World, order: Order, intent: Intent, payment: Payment): void {
  const due = amountOf(order);
  const name = nameOf(payment.network, payment.tx, payment.index);
  if (payment.asset !== order.asset || multiply(payment.amount, DUST_PARTS) >= due) return;
  if (world.assigned.has(`${order.name} ${name}`)) return;
  const all = intent.payments.filter(({ asset }) => asset === order.asset);
  if (sum(all.map(({ amount }) => amount)) < due) {
    throw new Violation('dust does not count', name, order.name);
  }
}
