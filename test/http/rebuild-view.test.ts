import { afterAll, beforeAll, expect, it } from 'vitest';
import { create, createdId, send } from '../support/client.ts';
import { waitUntil } from '../support/wait-until.ts';
import { type Shop, startShop } from './start-shop.ts';

interface Intent extends Record<string, unknown> {
  id: string;
  status: string;
  sequence: number;
  payments: Record<string, unknown>[];
}

interface EventPage {
  data: { id: string; number: number; data: { object: Intent } }[];
  has_more: boolean;
  last_number: number;
}

let shop: Shop;
beforeAll(async () => {
  shop = await startShop({ FLORIN_SIMULATED_BLOCK_MS: '200' });
});
afterAll(() => shop.stop());

const get = async <Answer>(path: string) => (await send(shop.baseUrl, shop.keys, path)).json as Answer;

/** What happens to the intents, and the status that each must reach before the view is compared. */
const HISTORIES: [kind: string, status: string][] = [
  ['full', 'succeeded'],
  ['partial', 'partially_paid'],
  ['over', 'succeeded'],
  ['wrong_asset', 'needs_review'],
  ['replace', 'requires_payment'],
];

async function play(kind: string, status: string): Promise<string> {
  const id = createdId(await create(shop.baseUrl, shop.keys));
  await send(shop.baseUrl, shop.keys, `/payment_intents/${id}/simulate`, { body: { kind } });
  await waitUntil(`${kind} has become ${status}`, async () => {
    const intent = await get<Intent>(`/payment_intents/${id}`);
    const [payment] = intent.payments;
    return intent.status === status && (payment?.['state'] === 'final' || payment?.['state'] === 'void');
  });
  return id;
}

/** The recipe of docs/events.md: the object of each event, unless the row is newer. */
function apply(view: Map<string, Intent>, page: EventPage): void {
  for (const { data } of page.data) {
    const { object } = data;
    if (object.sequence >= (view.get(object.id)?.sequence ?? 0)) view.set(object.id, object);
  }
}

/** An intent as the API shows it, reduced to what events contain. */
function withoutTheRest(intent: Intent, object: Intent): Intent {
  const known = Object.entries(intent).filter(([name]) => Object.hasOwn(object, name));
  const payments = intent.payments.map(
    ({ block: _block, block_time: _time, confirmations: _confirmations, ...payment }) => payment,
  );
  return { ...(Object.fromEntries(known) as Intent), payments };
}

it('a view of payments can be rebuilt from events alone, in any order and with repeats', async () => {
  const ids = await Promise.all(HISTORIES.map(([kind, status]) => play(kind, status)));
  const lastSequences = await Promise.all(
    ids.map(async (id) => (await get<Intent>(`/payment_intents/${id}`)).sequence),
  );
  const expected = lastSequences.reduce((sum, sequence) => sum + sequence, 0);
  await waitUntil('every event has a number', async () => (await get<EventPage>('/events')).last_number === expected);

  const pages: EventPage[] = [];
  let after = 0;
  do {
    const page = await get<EventPage>(`/events?type=payment_intent.*,payment.*&limit=7&after=${after}`);
    pages.push(page);
    after = page.data.at(-1)?.number ?? after;
  } while (pages.at(-1)?.has_more);
  const numbers = pages.flatMap(({ data }) => data.map(({ number }) => number));
  expect(numbers).toEqual(Array.from({ length: expected }, (_, index) => index + 1));

  const [inOrder, shuffled] = [new Map<string, Intent>(), new Map<string, Intent>()];
  for (const page of pages) apply(inOrder, page);
  for (const page of [...pages.toReversed(), ...pages]) apply(shuffled, page);
  expect(shuffled).toEqual(inOrder);
  expect([...inOrder.keys()].sort()).toEqual([...ids].sort());
  for (const [id, object] of inOrder) {
    expect(object).toEqual(withoutTheRest(await get<Intent>(`/payment_intents/${id}`), object));
  }
});
