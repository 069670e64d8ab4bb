import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordTerminal } from '../../../test/support/record-terminal.ts';
import { openPerson, type Person } from '../../../test/support/run-florin.ts';
import { StandInApi } from '../../../test/support/stand-in-api.ts';
import { startReceiver } from '../../../test/support/start-receiver.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';

const INTENT = 'pi_000000000000000000000B';

let api: StandInApi;
let person: Person;

beforeEach(async () => {
  api = await StandInApi.start();
  const { url, publicKey, privateKey } = api.credentials;
  person = await openPerson({ FLORIN_URL: url, FLORIN_PUBLIC_KEY: publicKey, FLORIN_PRIVATE_KEY: privateKey });
});

afterEach(async () => {
  await api.stop();
  await person.leave();
});

const addMany = (count: number) => Array.from({ length: count }, () => api.add('payment.seen'));

async function tail(...more: string[]) {
  const tailing = person.start('events', 'tail', ...more);
  await waitUntil('the stream is open', () => api.streams === 1);
  return { ...tailing, lines: () => tailing.terminal.out().split('\n').slice(0, -1) };
}

const numbers = async (...more: string[]) => {
  const { out } = await person.run('events', 'list', ...more, '--json');
  return (JSON.parse(out) as { data: { number: number }[] }).data.map(({ number }) => number);
};

describe('events tail', () => {
  it('prints new events, one line each', async () => {
    addMany(3);
    const { lines, stop } = await tail();
    api.add('payment_intent.succeeded', INTENT);
    await waitUntil('a line', () => lines().length === 1);
    expect(await stop()).toBe(0);
    expect(lines()[0]).toMatch(/^\d\d:\d\d:\d\d\tpayment_intent\.succeeded\tpi_0+B\t#4$/);
  });

  it('prints the events as lines of JSON, from a number on and through a lost connection', async () => {
    const events = addMany(5);
    const { lines, stop } = await tail('--json', '--after', '2');
    await waitUntil('three lines', () => lines().length === 3);
    api.cutStreams();
    events.push(api.add('payment.final'));
    await waitUntil('four lines', () => lines().length === 4);
    await stop();
    expect(lines().map((line) => JSON.parse(line) as unknown)).toEqual(events.slice(2));
  });

  it('rejects a number that is none', async () => {
    expect(await person.run('events', 'tail', '--after', 'x')).toMatchObject({
      code: 2,
      err: '--after is "x"; it must be a whole number.\n',
    });
  });
});

describe('events list', () => {
  it('lists the newest, oldest first', async () => {
    addMany(60);
    const listed = await numbers();
    expect([listed.length, listed[0], listed.at(-1)]).toEqual([50, 11, 60]);
    expect(await numbers('--limit', '2')).toEqual([59, 60]);
  });

  it('lists from a number on, of an intent, or of a type', async () => {
    addMany(4);
    api.add('payment_intent.succeeded', INTENT);
    addMany(2);
    expect(await numbers('--after', '5')).toEqual([6, 7]);
    expect(await numbers('--intent', INTENT)).toEqual([5]);
    expect(await numbers('--events', 'payment_intent.*')).toEqual([5]);
    expect(await numbers('--after', '5', '--intent', INTENT)).toEqual([]);
  });

  it('prints a table with color for a person, and tabs for a program', async () => {
    api.add('payment_intent.succeeded', INTENT);
    const terminal = recordTerminal({ isTerminal: true, usesColor: true });
    const { out } = await person.runOn(terminal, 'events', 'list');
    expect(out.split('\n')[0]).toContain('NUMBER');
    expect(out).toContain('\x1b[32mpayment_intent.succeeded');
    expect((await person.run('events', 'list')).out).toBe(
      `1\t2026-11-16T12:00:01.000Z\tpayment_intent.succeeded\t${INTENT}\tevt_0000000000000000000001\n`,
    );
  });

  it.each(['0', '101', 'many'])('rejects the limit %s', async (limit) => {
    expect(await person.run('events', 'list', '--limit', limit)).toMatchObject({ code: 2 });
  });

  it('says that it found none', async () => {
    const { out } = await person.runOn(recordTerminal({ isTerminal: true }), 'events', 'list');
    expect(out).toBe('No events found.\n');
  });
});

describe('events resend', () => {
  it('sends the event from here to a URL, with its ID and the secret of listen', async () => {
    const receiver = await startReceiver();
    const event = api.add('payment_intent.succeeded');
    const { code, out } = await person.run('events', 'resend', event.id, '--to', receiver.url, '--json');
    expect({ code, json: JSON.parse(out) as unknown }).toMatchObject({
      code: 0,
      json: { event: event.id, status: 200 },
    });
    expect(receiver.received).toMatchObject([{ body: JSON.stringify(event), headers: { 'webhook-id': event.id } }]);
    receiver.answer = () => 500;
    expect(await person.run('events', 'resend', event.id, '--to', receiver.url)).toMatchObject({ code: 1 });
    await receiver.stop();
    expect(await person.run('events', 'resend', event.id, '--to', receiver.url)).toMatchObject({
      code: 1,
      out: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it('asks the server to send it to its endpoints', async () => {
    const { id } = api.add('payment_intent.succeeded');
    const delivery = {
      id: 'dlv_1',
      state: 'pending',
      event_type: 'payment_intent.succeeded',
      endpoint: 'we_1',
      last_status: null,
    };
    api.answers.set(`POST /events/${id}/resend`, () => ({ status: 200, body: { data: [delivery] } }));
    const endpoint = 'we_0000000000000000000001';
    expect(await person.run('events', 'resend', id)).toMatchObject({
      code: 0,
      out: 'dlv_1\tpending\tpayment_intent.succeeded\twe_1\t–\n',
    });
    await person.run('events', 'resend', id, '--endpoint', endpoint);
    expect(api.requests.map(({ body }) => body)).toEqual(['{}', `{"endpoint":"${endpoint}"}`]);
  });

  it('says what to do if no endpoint wants it', async () => {
    const { id } = api.add('payment_intent.succeeded');
    api.answers.set(`POST /events/${id}/resend`, () => ({ status: 200, body: { data: [] } }));
    const { out } = await person.runOn(recordTerminal({ isTerminal: true }), 'events', 'resend', id);
    expect(out).toBe('No enabled endpoint subscribes to this event. To send it from this machine, use --to.\n');
  });

  it('says that there is no such event with code 3', async () => {
    const id = 'evt_0000000000000000000009';
    expect(await person.run('events', 'resend', id, '--to', 'http://127.0.0.1:1/')).toMatchObject({ code: 3 });
  });

  it.each([
    [['x'], 'is not an ID of the form evt_'],
    [['evt_0000000000000000000009', '--to', 'x'], '--to is "x"'],
    [['evt_0000000000000000000009', '--endpoint', 'x'], 'is not an ID of the form we_'],
    [['evt_0000000000000000000009', '--to', 'http://x', '--endpoint', 'we_1'], 'not both'],
  ])('explains the error in %j', async (args, sentence) => {
    expect(await person.run('events', 'resend', ...args)).toMatchObject({
      code: 2,
      err: expect.stringContaining(sentence),
    });
  });
});
