import { create, createdId, type Keys, validBody } from '../support/client.ts';
import type { MerchantSnapshot } from './api-types.ts';
import { type Counter, openCounter } from './counter.ts';
import { type Account, expectStatus } from './make-merchants.ts';
import type { Lab } from './open-lab.ts';

const HOUR_MS = 3_600_000;

/** Every status, cause, flag and decision that the simulated chain is enough for. */
export async function makeSimulatedIntents(lab: Lab, harbor: Account, bakery: Account): Promise<void> {
  const counter = openCounter(lab, harbor);
  await leaveOpen(counter);
  await Promise.all([pay(counter), decide(counter), disturb(counter), runOut(counter)]);
  await makeStrictIntents(lab, bakery);
  await makeLiveIntents(lab, harbor);
}

async function leaveOpen(counter: Counter): Promise<void> {
  await counter.askForLong('open');
  await counter.view(await counter.askForLong('open-viewed'));
  await counter.view(await counter.askForLong('open-litecoin', '0.5 LTC'));
  await counter.view(await counter.askForLong('open-solana', '0.2 SOL'));
  await counter.post(await counter.ask('canceled'), 'cancel');
}

async function pay(counter: Counter): Promise<void> {
  const paid = await counter.ask('succeeded', '12.5 USDC', {
    description: 'Two atlases, für Grüße und 東京',
    metadata: { source: 'fixture' },
    items: [{ item_id: 'atlas', quantity: 2 }],
  });
  await counter.simulate(paid, 'full');
  const partial = await counter.askForLong('partially-paid');
  await counter.simulate(partial, 'partial');
  const over = await counter.ask('overpaid');
  await counter.simulate(over, 'over');
  const late = await counter.ask('late');
  await counter.simulate(late, 'late');
  for (const id of [paid, over, late]) await counter.untilStatus(id, 'succeeded');
  await counter.untilStatus(partial, 'partially_paid');
}

async function decide(counter: Counter): Promise<void> {
  const [open, accepted, rejected] = [
    await counter.ask('wrong-asset'),
    await counter.ask('accepted'),
    await counter.ask('rejected'),
  ];
  for (const id of [open, accepted, rejected]) await counter.simulate(id, 'wrong_asset');
  for (const id of [open, accepted, rejected]) await counter.untilStatus(id, 'needs_review');
  await counter.post(accepted, 'resolve', { decision: 'accept', reason: 'USDC will do.' });
  await counter.post(rejected, 'resolve', { decision: 'reject', reason: 'Sent back.' });
  await counter.post(await counter.ask('paid-in-cash'), 'mark_paid', { reason: 'Paid in cash.' });
}

async function disturb(counter: Counter): Promise<void> {
  const replaced = await counter.askForLong('replaced');
  await counter.simulate(replaced, 'replace');
  await counter.until(replaced, 'is void', ({ payments }) => payments[0]?.state === 'void');
  const reorged = await counter.ask('reorged');
  await counter.simulate(reorged, 'reorg');
  await counter.untilStatus(reorged, 'succeeded');
  const undone = await counter.ask('deeply-reorged');
  await counter.simulate(undone, 'deep_reorg');
  await counter.until(undone, 'is undone', ({ payments }) => payments[0]?.state === 'void');
  const canceled = await counter.ask('canceled-with-money');
  await counter.post(canceled, 'cancel');
  await counter.simulate(canceled, 'full');
  await counter.untilStatus(canceled, 'needs_review');
}

/** Intents past their expiry: unpaid, underpaid, and on a network that could not be read. */
async function runOut(counter: Counter): Promise<void> {
  const expired = await counter.ask('expired');
  await counter.view(expired);
  await counter.moveExpiry('expired', new Date().toISOString());
  const underpaid = await counter.ask('underpaid');
  await counter.simulate(underpaid, 'partial');
  await counter.untilStatus(underpaid, 'partially_paid');
  await counter.moveExpiry('underpaid', new Date().toISOString());
  const unseen = await counter.ask('unseen', '0.002 BTC');
  await counter.view(unseen);
  await counter.moveExpiry('unseen', new Date(Date.now() - 25 * HOUR_MS).toISOString());
  await counter.untilStatus(expired, 'expired');
  await counter.untilStatus(underpaid, 'needs_review');
  await counter.untilStatus(unseen, 'needs_review');
}

/** A merchant who accepts nothing late, in its own data store. */
async function makeStrictIntents(lab: Lab, bakery: Account): Promise<void> {
  const counter = openCounter(lab, bakery);
  await counter.askForLong('bakery-open');
  await counter.view(await counter.askForLong('bakery-litecoin', '0.1 LTC'));
  const late = await counter.ask('bakery-late');
  await counter.simulate(late, 'late');
  const paid = await counter.ask('bakery-succeeded', '12 USDT', { items: [{ item_id: 'rye', quantity: 3 }] });
  await counter.simulate(paid, 'full');
  await counter.untilStatus(late, 'needs_review');
  await counter.untilStatus(paid, 'succeeded');
}

/** Live intents without a live node: viewed, canceled and marked as paid. */
async function makeLiveIntents(lab: Lab, harbor: Account): Promise<void> {
  const counter = openCounter(lab, harbor, 'live');
  await counter.view(await counter.askForLong('live-litecoin', '0.75 LTC'));
  await counter.askForLong('live-no-wallet', '3 SOL');
  await counter.post(await counter.ask('live-canceled', '1 LTC'), 'cancel');
  await counter.post(await counter.ask('live-in-cash', '1 LTC'), 'mark_paid', { reason: 'Paid in cash.' });
}

/** A create under an idempotency key, and the answer that a repeated request must get again. */
export async function makeReplay(lab: Lab, keys: Keys, key: string): Promise<MerchantSnapshot['replay']> {
  const body = JSON.stringify({ ...validBody(), order_id: key });
  const reply = expectStatus(await create(lab.api.baseUrl, keys, body, { 'idempotency-key': key }), 201);
  if (createdId(reply) === '') throw new Error(`no id in ${reply.text}`);
  return { key, body, answer: reply.text };
}
