import type { Intent } from '../../src/domain/intents/intent.ts';
import { formatDecimal } from '../../src/domain/money/decimal.ts';
import { add, type CryptoAmount, multiply, ZERO } from '../../src/domain/money/money.ts';
import type { Payment } from '../../src/domain/payments/payment.ts';
import type { UnmatchedTransfer } from '../../src/ports/transfers.ts';
import type { Block, Output } from './blockchain.ts';
import { hasAmount, holderOf, othersOwing } from './check-amounts.ts';
import { isExpected, isOnlyCounted, namedBy, nameOf } from './check-payments.ts';
import { orderOf, unmatchedCounter } from './check-state.ts';
import { amountOf, type Order } from './order.ts';
import type { Simulation } from './simulation.ts';
import { Violation } from './violation.ts';

const OPEN = new Set(['requires_payment', 'processing', 'partially_paid']);
const DUST_PARTS = 1_000n;

/** What must hold at the end: no transfer is lost, no intent stays open, and paid intents have succeeded. */
export async function checkEnd(simulation: Simulation): Promise<void> {
  const unmatched = await simulation.unmatchedTransfers();
  for (const transfer of unmatched) {
    const { reason, tx } = transfer;
    if (reason !== 'failed' && isSeenToFail(simulation, transfer)) {
      throw new Violation('a failed transaction does not count', `${tx} is listed as ${reason}`);
    }
    if (reason === 'too_old') throw new Violation('no transfer precedes its target', tx);
    if (reason === 'too_late') throw new Violation('nobody claims a transfer', tx);
    if (reason === 'too_many') throw new Violation('nobody pays that often', tx);
    if (reason === 'unexplained') throw new Violation('every transfer has a transaction', tx);
    simulation.counters.add(unmatchedCounter(reason));
  }
  const all = await simulation.backing.inspect(simulation.merchants.ids, true);
  const known = new Set(unmatched.map(({ network, tx, index }) => nameOf(network, tx, index)));
  for (const { intent } of all) {
    for (const { network, tx, index } of intent.payments) known.add(nameOf(network, tx, index));
  }
  await checkSuggestions(simulation, unmatched);
  checkNothingIsLost(simulation, known, await countedDust(simulation));
  for (const { intent } of all) checkIntentAtEnd(simulation, orderOf(simulation, intent), intent);
}

/**
 * Whether a listed transfer failed in its last block, where a node shows that. On EVM chains, the logs of such a transaction
 * are gone, and the coin is read only while it is expected: then the transfer is listed in no block.
 */
function isSeenToFail(simulation: Simulation, { network, tx, token, blockHeight }: UnmatchedTransfer): boolean {
  const mined = simulation.network(network).truth.minedIn(tx);
  if (!mined?.failed) return false;
  const isShown = !simulation.isEvm || (token === undefined && isExpected(simulation, network, { token }, mined.block));
  return isShown || blockHeight !== undefined;
}

/** The exact amount of an intent on another network of the family is suggested to this intent. */
async function checkSuggestions(simulation: Simulation, unmatched: readonly UnmatchedTransfer[]): Promise<void> {
  if (!simulation.isEvm) return;
  for (const transfer of unmatched) {
    const sibling = simulation.networks.find((network) => network !== transfer.network) ?? '';
    const order = holderOf(simulation, sibling, transfer);
    if (!order?.intentId) continue;
    const { transfers } = simulation.backing.bind(order.merchantId);
    const [first] = await transfers.suggest([transfer], simulation.nowMs);
    if (first?.intentId !== order.intentId || first.network !== sibling) {
      throw new Violation('the wrong network leads to the right intent', transfer.tx, order.name);
    }
    simulation.counters.add('right amount on the wrong network');
  }
}

/** How many transfers are counted and not listed, by `network asset`. */
async function countedDust({ backing, merchants }: Simulation): Promise<Map<string, number>> {
  const counted = new Map<string, number>();
  for (const merchantId of merchants.ids) {
    for (const { network, asset, transfers } of await backing.bind(merchantId).transfers.listDust()) {
      counted.set(`${network} ${asset}`, (counted.get(`${network} ${asset}`) ?? 0) + transfers);
    }
  }
  return counted;
}

/** Every transfer is a payment, listed as unmatched, or counted because it is worth nothing. */
function checkNothingIsLost(
  simulation: Simulation,
  known: ReadonlySet<string>,
  counted: ReadonlyMap<string, number>,
): void {
  const uncounted = new Map(counted);
  const wallets = new Set(
    [...simulation.orders.values()].flatMap(({ targets }) => targets.map(({ address }) => address)),
  );
  for (const [network, { truth }] of simulation.chains) {
    for (const block of truth.blocks) {
      for (const { tx, failed } of block.txs) {
        for (const output of simulation.shownOutputs(tx, failed).filter(({ address }) => wallets.has(address))) {
          const name = nameOf(network, tx.id, output.index);
          if (known.has(name) || !isExpected(simulation, network, output, block)) continue;
          if (!isOnlyCounted(simulation, network, output, failed)) {
            const [named] = namedBy(simulation, network, output);
            throw new Violation('every transfer is recorded', name, named);
          }
          const key = `${network} ${output.asset ?? 'unknown'}`;
          uncounted.set(key, (uncounted.get(key) ?? 0) - 1);
          simulation.counters.add('dust counted');
        }
      }
    }
  }
  for (const [key, rest] of uncounted) {
    // A reorganization may count a transfer again, and Solana is read only where there is none.
    const isRight = key.startsWith('solana') ? rest === 0 : rest >= 0;
    if (!isRight) throw new Violation('every transfer is recorded', `${rest} more of ${key} were counted`);
  }
}

function checkIntentAtEnd(simulation: Simulation, order: Order, intent: Intent): void {
  const { name } = order;
  if (OPEN.has(intent.status)) throw new Violation('no intent stays open after its expiry', intent.status, name);
  const isScanned = intent.targets.every(({ scannedUntilMs }) => (scannedUntilMs ?? 0) >= intent.expiresAtMs);
  if (intent.review?.cause === 'unseen' && isScanned) {
    throw new Violation('a review ends with its cause', 'unseen, although every network was scanned', name);
  }
  for (const payment of intent.payments) {
    const { network, tx, state } = payment;
    const mined = simulation.network(network).truth.minedIn(tx);
    const expected = mined && !mined.failed ? 'final' : 'void';
    if (state !== expected && !isUnread(simulation, payment, mined?.block)) {
      throw new Violation('final states match the chain', `${tx} ${state}`, name);
    }
  }
  if (intent.decision !== undefined || intent.canceledAtMs !== undefined || intent.status === 'succeeded') return;
  const inTime = sumInTime(simulation, order, intent);
  if (inTime >= amountOf(order)) {
    throw new Violation(
      'a payment in time succeeds',
      `${intent.status} with ${formatDecimal(inTime)} of ${formatDecimal(amountOf(order))}`,
      name,
    );
  }
}

/**
 * Whether a payment in the coin of an EVM chain was given up, because it was missing for an hour or had failed, and was mined
 * when nobody was asked for the coin.
 */
function isUnread(simulation: Simulation, { network, tx, index, state, voidReason }: Payment, block?: Block): boolean {
  const sent = simulation.network(network).truth.history.get(tx);
  const output = sent?.outputs.find((one) => one.index === index);
  if (!block || !output || state !== 'void') return false;
  const isGivenUp = voidReason === 'missing' || sent?.fails === 'sometimes';
  return isGivenUp && !isExpected(simulation, network, output, block);
}

function isNamedAlone(simulation: Simulation, network: string, output: Output, order: Order): boolean {
  const named = namedBy(simulation, network, output);
  return named.size === 1 && named.has(order.name);
}

/** The amount on the chain for this intent alone, in blocks before its expiry. */
function sumInTime(simulation: Simulation, order: Order, intent: Intent): CryptoAmount {
  let total: CryptoAmount = ZERO;
  for (const [network, { truth }] of simulation.chains) {
    for (const { timeMs, txs } of truth.blocks) {
      if (timeMs >= intent.expiresAtMs) break;
      for (const { tx, failed } of txs) {
        if (failed) continue;
        for (const output of tx.outputs) {
          const isExact =
            output.exactFor === order.name &&
            hasAmount(simulation, network, output, order) &&
            othersOwing(simulation, network, output, order).length === 0;
          if (!isExact && (output.asset !== order.asset || !isNamedAlone(simulation, network, output, order))) continue;
          if (multiply(amountOf(output), DUST_PARTS) >= amountOf(order)) total = add(total, amountOf(output));
        }
      }
    }
  }
  return total;
}
