import { formatDecimal } from '../domain/decimal.ts';
import { type IntentEvent, transition } from '../domain/transition.ts';
import type { ChainAdapter, IntentRef, PaymentDatabase, PaymentNews } from '../payment-ports.ts';
import type { Clock, ControlPlane } from '../ports.ts';

/**
 * Reads a network from where the last look ended, and takes what came into one database: payments, what they make of
 * their intents, the events, and the new end, in one transaction. Whoever moves the cursor first has the round.
 */
export async function recordTransfers(
  { clock, control }: { clock: Clock; control: Pick<ControlPlane, 'findSettings'> },
  chain: ChainAdapter,
  database: PaymentDatabase,
): Promise<void> {
  const network = chain.network.name;
  const watch = await database.findWatch(network);
  if (!watch) return;
  const scan = await chain.scan(watch.cursor);
  await database.transact(async (book) => {
    if (!(await book.advanceScan(network, watch.cursor, scan))) return;
    const seen = await book.recordTransfers(network, scan.transfers);
    const confirmed = await book.confirmPayments(network, scan.tipHeight);
    const atMs = clock.nowMs();
    for (const { ref, events } of byIntent([...seen, ...confirmed])) {
      const settings = await control.findSettings(ref.merchantId);
      await book.changeIntent(ref, atMs, (intent) => transition(intent, settings, atMs, events));
    }
  });
}

/** In the order of the ids, so that two transactions lock intents in the same order. */
function byIntent(news: readonly PaymentNews[]): { ref: IntentRef; events: IntentEvent[] }[] {
  const intents = new Map<string, { ref: IntentRef; events: IntentEvent[] }>();
  for (const { intent: ref, payment } of news) {
    const entry = intents.get(ref.id) ?? { ref, events: [] };
    const { network, tx, index, state, asset } = payment;
    const changes = { payment: { network, tx, index, state, asset, amount: formatDecimal(payment.amount) } };
    entry.events.push({ type: `payment.${state}`, changes });
    intents.set(ref.id, entry);
  }
  return [...intents.values()].sort((a, b) => (a.ref.id < b.ref.id ? -1 : 1));
}
