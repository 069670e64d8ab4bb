import type { Intent } from '../../src/domain/intents/intent.ts';
import { formatDecimal } from '../../src/domain/money/decimal.ts';
import { add, type CryptoAmount, multiply, ZERO } from '../../src/domain/money/money.ts';
import { namedBy, nameOf } from './check-payments.ts';
import { keptCounter, orderOf } from './check-state.ts';
import { amountOf, type Order } from './order.ts';
import { Violation } from './violation.ts';
import type { World } from './world.ts';

const OPEN = new Set(['requires_payment', 'processing', 'partially_paid']);
const DUST_PARTS = 1_000n;

/** What must hold once everything has had its time: nothing is forgotten, nothing hangs, whoever has paid has paid. */
export async function checkEnd(world: World): Promise<void> {
  const kept = await world.keptTransfers();
  for (const { reason, tx } of kept) {
    if (reason === 'too_old') throw new Violation('nobody pays to a place before it is given out', tx);
    else world.counters.add(keptCounter(reason));
  }
  const all = await world.backing.inspect(world.merchants.ids, true);
  const known = new Set(kept.map(({ network, tx, index }) => nameOf(network, tx, index)));
  for (const { intent } of all) {
    for (const { network, tx, index } of intent.payments) known.add(nameOf(network, tx, index));
  }
  checkNothingIsLost(world, known);
  for (const { intent } of all) checkIntentAtEnd(world, orderOf(world, intent), intent);
}

function checkNothingIsLost(world: World, known: ReadonlySet<string>): void {
  const wallets = new Set([...world.orders.values()].flatMap(({ places }) => places.map(({ address }) => address)));
  for (const [network, { truth }] of world.chains) {
    for (const { txs } of truth.blocks) {
      for (const { tx } of txs) {
        for (const output of tx.outputs.filter(({ address }) => wallets.has(address))) {
          const name = nameOf(network, tx.id, output.index);
          const [named] = namedBy(world, network, output);
          if (!known.has(name)) throw new Violation('no money is lost from sight', name, named);
        }
      }
    }
  }
}

function checkIntentAtEnd(world: World, order: Order, intent: Intent): void {
  const { name } = order;
  if (OPEN.has(intent.status)) throw new Violation('nothing is open past its expiry', intent.status, name);
  const isRead = intent.targets.every(({ scannedUntilMs }) => (scannedUntilMs ?? 0) >= intent.expiresAtMs);
  if (intent.review?.cause === 'unseen' && isRead) {
    throw new Violation('a review ends when its cause does', 'unseen, though every network was read', name);
  }
  for (const { network, tx, state } of intent.payments) {
    const place = world.network(network).truth.placeOf(tx);
    const expected = place && !place.failed ? 'final' : 'void';
    if (state !== expected) throw new Violation('at the end a payment is as the chain says', `${tx} ${state}`, name);
  }
  if (intent.decision !== undefined || intent.canceledAtMs !== undefined || intent.status === 'succeeded') return;
  const inTime = sumInTime(world, order, intent);
  if (inTime >= amountOf(order)) {
    throw new Violation(
      'whoever has paid in time has paid',
      `${intent.status} with ${formatDecimal(inTime)} of ${formatDecimal(amountOf(order))}`,
      name,
    );
  }
}

/** What the chain has for this intent alone, in blocks before its expiry. */
function sumInTime(world: World, order: Order, intent: Intent): CryptoAmount {
  let total: CryptoAmount = ZERO;
  for (const [network, { truth }] of world.chains) {
    for (const { timeMs, txs } of truth.blocks) {
      if (timeMs >= intent.expiresAtMs) break;
      for (const { tx, failed } of txs) {
        if (failed) continue;
        for (const output of tx.outputs) {
          const named = namedBy(world, network, output);
          if (output.asset !== order.asset || named.size !== 1 || !named.has(order.name)) continue;
          if (multiply(amountOf(output), DUST_PARTS) >= amountOf(order)) total = add(total, amountOf(output));
        }
      }
    }
  }
  return total;
}
