import type { Keys } from '../../support/client.ts';
import { runSql } from '../../support/databases.ts';
import { waitUntil } from '../../support/wait-until.ts';
import type { ShownIntent } from '../api-types.ts';
import { listDifferences } from '../list-differences.ts';
import { listNumberViolations } from '../list-number-violations.ts';
import { listViolations } from '../list-violations.ts';
import type { Fleet, Version } from './fleet.ts';
import type { Order, OrderBook } from './send-orders.ts';

interface Outcome {
  order: Order;
  before: ShownIntent;
  current: ShownIntent;
}

/** Waits until every payment is final and lists what is wrong. */
export async function checkOutcome(fleet: Fleet, book: OrderBook, mainUrl: string): Promise<string[]> {
  const { orders } = book;
  const outcomes: Outcome[] = [];
  for (const order of orders) {
    await settle(fleet, order);
    const [before, current] = [await read(fleet, 'before', order), await read(fleet, 'current', order)];
    outcomes.push({ order, before, current });
  }
  return [
    ...outcomes.flatMap(listOutcomeViolations),
    ...listViolations([{ intents: outcomes.map(({ current }) => current), transfers: [], invoices: [] }]),
    ...(await listLedgerViolations(mainUrl, outcomes)),
    ...(await listReplayViolations(book)),
    ...(await listWalletViolations(fleet, orders)),
    ...(await listNumberViolations(mainUrl)),
  ];
}

async function read(fleet: Fleet, version: Version, { keys, id }: Order): Promise<ShownIntent> {
  const { status, text, json } = await fleet.ask(version, keys, { path: `/payment_intents/${id}` });
  if (status !== 200) throw new Error(`The acknowledged intent ${id} is not there: ${text}`);
  const { visibility: _, ...intent } = json;
  return intent as unknown as ShownIntent;
}

/** Waits until every payment that was sent for an order is final. */
async function settle(fleet: Fleet, order: Order): Promise<void> {
  await waitUntil(`${order.id} settles`, async () => {
    const { payments } = await read(fleet, 'current', order);
    return payments.length >= order.sent && payments.every(({ state }) => state === 'final') ? true : undefined;
  });
}

function listOutcomeViolations({ order, before, current }: Outcome): string[] {
  const { id, sent, unsure, status } = order;
  const count = current.payments.length;
  const isCounted = count >= sent && count <= sent + unsure;
  return [
    ...listDifferences(before, current, id),
    ...(isCounted ? [] : [`${id}: ${sent} payments were acknowledged, ${count} are credited`]),
    ...(unsure > 0 || current.status === status ? [] : [`${id} is ${current.status} instead of ${status}`]),
  ];
}

/** Every transfer of the simulated chain is a payment of exactly one intent. */
async function listLedgerViolations(mainUrl: string, outcomes: readonly Outcome[]): Promise<string[]> {
  const rows = await runSql<{ number: string }>(mainUrl, 'SELECT number FROM florin_control.simulated_transfers');
  const sent = rows.map(({ number }) => `sim_${number.padStart(12, '0')}`).sort();
  const credited = outcomes.flatMap(({ current }) => current.payments.map(({ tx }) => tx)).sort();
  return sent.join() === credited.join()
    ? []
    : [`${sent.length} simulated transfers were sent, ${credited.length} are credited`];
}

/** A create that is repeated at either version gets its first answer. */
async function listReplayViolations(book: OrderBook): Promise<string[]> {
  const violations: string[] = [];
  for (const order of book.orders) {
    for (const version of ['before', 'current'] as const) {
      const { text } = await book.create(version, order);
      if (text !== order.answer) violations.push(`${order.idempotencyKey} has another answer by ${version}: ${text}`);
    }
  }
  return violations;
}

/** Both versions show the same wallets and next addresses. */
async function listWalletViolations(fleet: Fleet, orders: readonly Order[]): Promise<string[]> {
  const merchants = new Map<string, Keys>(orders.map(({ keys }) => [keys.public_key, keys]));
  const violations: string[] = [];
  for (const keys of merchants.values()) {
    const call = { path: '/wallets' };
    const [before, current] = [await fleet.ask('before', keys, call), await fleet.ask('current', keys, call)];
    const differences = listDifferences(before.json, current.json, 'wallets');
    // A sentence for people may be worded differently from version to version.
    violations.push(
      ...differences.filter((difference) => !/^wallets\/data\/\d+\/warnings\/\d+\/detail /.test(difference)),
    );
  }
  return violations;
}
