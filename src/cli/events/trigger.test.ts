import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPerson, type Person } from '../../../test/support/run-florin.ts';
import { StandInApi } from '../../../test/support/stand-in-api.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { SCENARIOS } from './scenarios.ts';

const ID = 'pi_000000000000000000000C';

/** What the server makes of each request of a scenario, in the order in which the network would. */
const HISTORIES: Record<string, string[]> = {
  full: ['payment.seen', 'payment_intent.processing', 'payment.confirmed', 'payment.final', 'payment_intent.succeeded'],
  partial: ['payment.seen', 'payment.final', 'payment_intent.partially_paid'],
  late: ['payment_intent.expiry_changed'],
  expire: ['payment_intent.expiry_changed', 'payment_intent.expired'],
  replace: ['payment.seen', 'payment_intent.processing', 'payment.void', 'payment_intent.requires_payment'],
  reorg: ['payment.seen', 'payment_intent.processing', 'payment.confirmed', 'payment.seen', 'payment.final'],
  deep_reorg: ['payment.final', 'payment_intent.succeeded', 'payment_intent.reversed'],
};

let api: StandInApi;
let person: Person;

async function open(mode: 'test' | 'live'): Promise<void> {
  api = await StandInApi.start(mode);
  const { url, publicKey, privateKey } = api.credentials;
  person = await openPerson({ FLORIN_URL: url, FLORIN_PUBLIC_KEY: publicKey, FLORIN_PRIVATE_KEY: privateKey });
  const created = { payment_intent_response: { message: '', payment_intent_id: ID } };
  api.answers.set('POST /create_checkout_payment_intent', () => {
    api.add('payment_intent.created', 'pi_of_somebody_else');
    api.add('payment_intent.created', ID);
    return { status: 201, body: created };
  });
  api.answers.set(`POST /payment_intents/${ID}/cancel`, () => {
    api.add('payment_intent.canceled', ID);
    return { status: 200, body: {} };
  });
  api.answers.set(`POST /payment_intents/${ID}/simulate`, ({ body }) => {
    const { kind } = JSON.parse(body) as { kind: string };
    const types = new Set(api.events.map(({ type }) => type));
    if (types.has('payment_intent.canceled')) api.add('payment_intent.needs_review', ID);
    else if (types.has('payment_intent.succeeded')) api.add('payment_intent.flagged', ID);
    else for (const type of HISTORIES[kind] ?? []) api.add(type, ID);
    return { status: 200, body: {} };
  });
}

beforeEach(() => open('test'));

afterEach(async () => {
  await api.stop();
  await person.leave();
});

const posts = () => api.requests.filter(({ method }) => method === 'POST');

describe('trigger', () => {
  it.each(Object.keys(SCENARIOS))('produces %s and prints it', async (type) => {
    const { code, out, err } = await person.run('trigger', type, '--json');
    expect({ code, err }).toMatchObject({ code: 0, err: expect.stringContaining(`  ${type}\n`) });
    const event = api.events.find((one) => one.type === type && one.data.object.id === ID);
    const json = JSON.parse(out) as { history: { type: string }[] };
    expect(json).toMatchObject({ id: event?.id, type, number: event?.number, payment_intent: ID });
    expect(json.history[0]).toMatchObject({ type: 'payment_intent.created', number: 2 });
  });

  it('creates a payment intent that adds up, and prints the event first', async () => {
    expect(await person.run('trigger', 'payment_intent.created')).toMatchObject({
      out: `evt_0000000000000000000002\tpayment_intent.created\t${ID}\n`,
    });
    const body = JSON.parse(posts()[0]?.body ?? '{}') as Record<string, string>;
    const [due, rate] = [body['crypto_amount_requested'], body['exchange_rate']?.split('$')[1]].map((text) =>
      Number.parseFloat(text ?? ''),
    );
    expect(Math.round((due ?? 0) * (rate ?? 0) * 100)).toBe(body['total_amount']);
    expect(body['order_id']).toMatch(/^trigger-\d+$/);
  });

  it('waits until the event is there', async () => {
    api.answers.set(`POST /payment_intents/${ID}/simulate`, () => ({ status: 200, body: {} }));
    const { terminal, stop } = person.start('trigger', 'payment_intent.succeeded');
    await waitUntil('it asks again', () => api.requests.filter(({ path }) => path === '/events').length > 2);
    expect(terminal.out()).toBe('');
    const { id } = api.add('payment_intent.succeeded', ID);
    await waitUntil('it prints the event', () => terminal.out().startsWith(id));
    expect(await stop()).toBe(0);
  });

  it('ends when it is told to', async () => {
    api.answers.set(`POST /payment_intents/${ID}/simulate`, () => ({ status: 200, body: {} }));
    const { terminal, stop } = person.start('trigger', 'payment_intent.flagged');
    await waitUntil('it has paid', () => posts().length === 2);
    expect(await stop()).toBe(0);
    expect(terminal.out()).toBe('');
    expect(posts()).toHaveLength(2);
  });

  it('lists what it can do', async () => {
    const { code, out } = await person.run('trigger', '--list');
    expect({ code, events: out.trimEnd().split('\n') }).toEqual({ code: 0, events: Object.keys(SCENARIOS) });
    expect(api.requests).toEqual([]);
  });

  it.each([
    [[], 'Name an event.'],
    [
      ['payment_intent.suceeded'],
      '"payment_intent.suceeded" cannot be triggered. Did you mean payment_intent.succeeded?',
    ],
    [['payment_intent.paid'], 'Did you mean payment_intent.succeeded?'],
    [['checkout.session.completed'], 'Did you mean payment_intent.succeeded?'],
    [['payment_intent.partialy_paid'], 'Did you mean payment_intent.partially_paid?'],
    [['transfer.unmatched'], '"transfer.unmatched" cannot be triggered. "npx florin trigger --list" shows'],
  ])('explains the error in %j', async (args, sentence) => {
    expect(await person.run('trigger', ...args)).toMatchObject({ code: 2, err: expect.stringContaining(sentence) });
    expect(api.requests).toEqual([]);
  });

  it('does nothing with a live key', async () => {
    await api.stop();
    await person.leave();
    await open('live');
    expect(await person.run('trigger', 'payment_intent.succeeded')).toMatchObject({
      code: 2,
      err: expect.stringContaining('This is a live key.'),
    });
    expect(api.requests).toEqual([]);
  });
});
