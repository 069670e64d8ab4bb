import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPerson, type Person } from '../../../test/support/run-florin.ts';
import { StandInApi } from '../../../test/support/stand-in-api.ts';
import { type ReceivedWebhook, type Receiver, startReceiver } from '../../../test/support/start-receiver.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { signWebhook } from '../../system/webhooks/sign-webhook.ts';

const [ONE, TWO] = ['pi_000000000000000000000A', 'pi_000000000000000000000B'];

let api: StandInApi;
let person: Person;
let receiver: Receiver;

beforeEach(async () => {
  api = await StandInApi.start();
  const { url, publicKey, privateKey } = api.credentials;
  person = await openPerson({ FLORIN_URL: url, FLORIN_PUBLIC_KEY: publicKey, FLORIN_PRIVATE_KEY: privateKey });
  receiver = await startReceiver();
});

afterEach(async () => {
  await api.stop();
  await receiver.stop();
  await person.leave();
});

const typeOf = ({ body }: ReceivedWebhook) => (JSON.parse(body) as { type: string }).type;
const received = () => receiver.received.map(typeOf);
const receives = (count: number) => waitUntil(`${count} webhooks`, () => receiver.received.length === count);

/** Starts listening and waits until the stream is open. */
async function listen(...more: string[]) {
  const listening = person.start('listen', '--forward-to', receiver.url, ...more);
  await waitUntil('the stream is open', () => api.streams === 1);
  return { ...listening, lines: () => listening.terminal.out().trimEnd().split('\n') };
}

describe('listen', () => {
  it('forwards each new event as it is, signed with the secret that it printed', async () => {
    api.add('payment_intent.created');
    const { terminal, stop } = await listen();
    const event = api.add('payment_intent.succeeded');
    await receives(1);
    expect(await stop()).toBe(0);
    const [webhook] = receiver.received;
    expect(webhook?.body).toBe(JSON.stringify(event));
    const [, secret = ''] = /^Signing secret: (whsec_\S+)$/m.exec(terminal.err()) ?? [];
    const timestamp = Number(webhook?.headers['webhook-timestamp']);
    expect(Math.abs(Date.now() / 1_000 - timestamp)).toBeLessThan(300);
    expect(webhook?.headers).toMatchObject({
      'webhook-id': event.id,
      'webhook-signature': signWebhook(secret, event.id, timestamp, JSON.stringify(event)),
      'content-type': 'application/json',
      'user-agent': expect.stringMatching(/^Florin\/\d/),
    });
    expect(await person.run('listen', '--print-secret')).toMatchObject({ code: 0, out: `${secret}\n` });
  });

  it('prints time, type, event, status and milliseconds of each, and what a failed response says', async () => {
    const { lines, stop } = await listen();
    const accepted = api.add('payment.seen', TWO);
    await receives(1);
    receiver.answer = () => 503;
    receiver.text = 'No database.\nat connect';
    const failed = api.add('payment.final', TWO);
    await waitUntil('two lines', () => lines().length === 2);
    await stop();
    expect(lines()).toEqual([
      expect.stringMatching(new RegExp(`^\\d\\d:\\d\\d:\\d\\d\tpayment.seen\t${accepted.id}\t200\t\\d+ ms$`)),
      expect.stringMatching(
        new RegExp(`^\\d\\d:\\d\\d:\\d\\d\tpayment.final\t${failed.id}\t503\t\\d+ ms\tNo database.$`),
      ),
    ]);
  });

  it('prints lines of JSON', async () => {
    const { lines, stop } = await listen('--json');
    const event = api.add('payment.final');
    await waitUntil('a line', () => lines()[0] !== '');
    await stop();
    expect(JSON.parse(lines()[0] ?? '')).toEqual({
      event: event.id,
      type: 'payment.final',
      number: 1,
      object: ONE,
      status: 200,
      ms: expect.any(Number),
      error: null,
      response: null,
    });
  });

  it('forwards only the types that it is asked for', async () => {
    const { stop } = await listen('--events', 'payment_intent.*,transfer.unmatched');
    for (const type of ['payment.seen', 'payment_intent.processing', 'wallet.changed', 'transfer.unmatched'])
      api.add(type);
    await receives(2);
    await stop();
    expect(received()).toEqual(['payment_intent.processing', 'transfer.unmatched']);
  });

  it('waits with the next event of an intent, and not with those of others', async () => {
    const held = Promise.withResolvers<number>();
    receiver.answer = (webhook) => (typeOf(webhook) === 'payment.seen' ? held.promise : 200);
    const { stop } = await listen();
    api.add('payment.seen', ONE);
    api.add('payment.confirmed', ONE);
    api.add('payment.final', TWO);
    await receives(2);
    expect(received()).toEqual(['payment.seen', 'payment.final']);
    held.resolve(200);
    await receives(3);
    expect(received()[2]).toBe('payment.confirmed');
    await stop();
  });

  it('goes on when the receiver is away, and when it is back', async () => {
    const { lines, stop } = await listen();
    await receiver.stop();
    api.add('payment.seen');
    await waitUntil('a line', () => lines()[0] !== '');
    expect(lines()[0]).toMatch(/\tECONNREFUSED\t\d+ ms$/);
    receiver = await startReceiver(Number(new URL(receiver.url).port));
    api.add('payment.final');
    await receives(1);
    expect(received()).toEqual(['payment.final']);
    expect(await stop()).toBe(0);
  });

  it('loses and repeats nothing when the connection is lost, not even before the first event', async () => {
    api.add('payment_intent.created');
    const { terminal, stop } = await listen();
    api.outage = { status: 503, body: { code: 'unavailable', detail: 'The server is stopping.' } };
    api.cutStreams();
    api.add('payment.seen');
    await waitUntil('the loss is noticed', () => terminal.err().includes('Trying again'));
    api.add('payment.confirmed');
    api.outage = undefined;
    await receives(2);
    api.cutStreams();
    await waitUntil('the stream is open again', () => api.streams === 1);
    api.add('payment.final');
    await receives(3);
    await stop();
    expect(received()).toEqual(['payment.seen', 'payment.confirmed', 'payment.final']);
    expect(terminal.err()).toContain('Connected again.');
  });

  it('ends with an error when the key is revoked', async () => {
    const { terminal, stop } = await listen();
    api.outage = { status: 401, body: { code: 'invalid_private_key', detail: 'The key was revoked.' } };
    api.cutStreams();
    await waitUntil('it ends', () => terminal.err().includes('The key was revoked.'));
    expect(await stop()).toBe(1);
  });

  it.each([
    [[], 'Set --forward-to'],
    [['--forward-to', 'localhost:4000'], '--forward-to is "localhost:4000"; it must look like http'],
  ])('explains the error in %j', async (args, sentence) => {
    expect(await person.run('listen', ...args)).toMatchObject({ code: 2, err: expect.stringContaining(sentence) });
  });

  it('says at once that the server is away', async () => {
    await api.stop();
    expect(await person.run('listen', '--forward-to', receiver.url)).toMatchObject({ code: 4 });
    await api.listen();
  });
});
