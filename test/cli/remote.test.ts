import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCENARIOS } from '../../src/cli/events/scenarios.ts';
import { type Shop, startShop } from '../http/start-shop.ts';
import { TcpProxy } from '../http/tcp-proxy.ts';
import { create, createdId } from '../support/client.ts';
import { recordTerminal } from '../support/record-terminal.ts';
import { openPerson, type Person } from '../support/run-florin.ts';
import { florinEnv, PROGRAM } from '../support/server.ts';
import { type ReceivedWebhook, type Receiver, startReceiver } from '../support/start-receiver.ts';
import { waitUntil } from '../support/wait-until.ts';
import { startFlorin } from './start-florin.ts';

let shop: Shop;
let person: Person;
/** Between the person and the server. */
let proxy: TcpProxy;
let receiver: Receiver;

beforeAll(async () => {
  shop = await startShop({ FLORIN_SIMULATED_BLOCK_MS: '200' });
  proxy = await TcpProxy.start(shop.baseUrl);
  receiver = await startReceiver();
  person = await openPerson();
  const terminal = recordTerminal({ readInput: () => Promise.resolve(shop.keys.private_key) });
  const args = [proxy.url, '--public-key', shop.keys.public_key, '--private-key-stdin'];
  expect(await person.runOn(terminal, 'login', ...args)).toMatchObject({ code: 0, err: '' });
});

afterAll(async () => {
  await person.leave();
  await receiver.stop();
  await proxy.stop();
  await shop.stop();
});

interface Triggered {
  id: string;
  type: string;
  number: number;
  payment_intent: string;
  history: { id: string; type: string; number: number }[];
}

async function runJson<Result>(...args: string[]): Promise<Result> {
  const { code, out, err } = await person.run(...args, '--json');
  expect({ args, code, err: code === 0 ? '' : err }).toEqual({ args, code: 0, err: '' });
  return JSON.parse(out) as Result;
}

const trigger = (type: string) => runJson<Triggered>('trigger', type);

/** The environment of a command in a process, logged in as the person is. */
const env = () => ({ ...florinEnv({}), ...person.env });

const eventOf = ({ body }: ReceivedWebhook) =>
  JSON.parse(body) as { id: string; type: string; data: { object: { id: string } } };
const receivedOf = (intentId: string) => receiver.received.filter((one) => eventOf(one).data.object.id === intentId);
const typesOf = (intentId: string) => receivedOf(intentId).map((webhook) => eventOf(webhook).type);

describe('trigger', () => {
  it.each(Object.keys(SCENARIOS))('makes %s happen', async (type) => {
    const triggered = await trigger(type);
    expect(triggered.type).toBe(type);
    const args = ['events', 'list', '--intent', triggered.payment_intent];
    const { data } = await runJson<{ data: { id: string; type: string }[] }>(...args);
    expect(data.find(({ id }) => id === triggered.id)).toMatchObject({ type });
    expect(data[0]).toMatchObject({ type: 'payment_intent.created' });
  });
});

describe('listen', () => {
  it('forwards what happens in order and verifiably, through lost connections, until Ctrl-C', async () => {
    const listening = startFlorin(env(), 'listen', '--forward-to', receiver.url, '--json');
    await waitUntil('it listens', () => listening.err().includes('Signing secret'));
    const { payment_intent: first } = await trigger('payment_intent.succeeded');
    await waitUntil('the success arrives', () => typesOf(first).includes('payment_intent.succeeded'));
    proxy.refuse();
    await waitUntil('the loss is noticed', () => listening.err().includes('Trying again'));
    const second = createdId(await create(shop.baseUrl, shop.keys));
    proxy.pass();
    await waitUntil('the event in between arrives', () => typesOf(second).length === 1);
    listening.kill('SIGINT');
    expect(await listening.ended).toBe(0);
    expect(typesOf(first)).toEqual([...new Set(typesOf(first))]);
    expect([typesOf(first)[0], typesOf(first).at(-1)]).toEqual(['payment_intent.created', 'payment_intent.succeeded']);
    const [, secret = ''] = /Signing secret: (\S+)/.exec(listening.err()) ?? [];
    for (const { headers, body } of receiver.received) {
      expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({ object: 'event' });
    }
    const lines = listening.out().trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { status: number }).status)).toEqual(lines.map(() => 200));
  });
});

describe('events tail', () => {
  it('prints every event since a number, and ends with its reader', async () => {
    const script = '"$0" "$1" events tail --after 0 --json | head -n 2; echo "${PIPESTATUS[0]}"';
    const ending = promisify(execFile)('bash', ['-c', script, process.execPath, PROGRAM], { env: env() });
    let hasEnded = false;
    void ending.finally(() => {
      hasEnded = true;
    });
    // A program notices that its reader is gone when it writes the next event.
    await waitUntil('it ends', async () => {
      await create(shop.baseUrl, shop.keys);
      return hasEnded;
    });
    const { stdout } = await ending;
    const [first = '', second = '', code] = stdout.split('\n');
    expect([first, second].map((line) => (JSON.parse(line) as { number: number }).number)).toEqual([1, 2]);
    expect(code).toBe('0');
  });
});

describe('events resend', () => {
  it('sends the same body as a webhook', async () => {
    const endpoint = await runJson<{ id: string; secret: string }>('webhooks', 'create', '--url', receiver.url);
    const { id, payment_intent: intentId } = await trigger('payment_intent.canceled');
    const arrives = (count: number) =>
      waitUntil(`${count} of ${id}`, () => {
        const found = receivedOf(intentId).filter((webhook) => eventOf(webhook).id === id);
        return found.length === count ? found : undefined;
      });
    const [delivered] = await arrives(1);
    expect(await runJson('events', 'resend', id, '--to', receiver.url)).toMatchObject({ status: 200, event: id });
    const [, sentFromHere] = await arrives(2);
    expect(sentFromHere?.body).toBe(delivered?.body);
    expect(sentFromHere?.headers['webhook-id']).toBe(id);
    const { data } = await runJson<{ data: unknown[] }>('events', 'resend', id, '--endpoint', endpoint.id);
    expect(data).toMatchObject([{ event: id, endpoint: endpoint.id }]);
    await arrives(3);
    await runJson('webhooks', 'delete', endpoint.id);
  });

  it('exits with 3 for an event that does not exist', async () => {
    const missing = await person.run('events', 'resend', 'evt_0000000000000000000000', '--to', receiver.url);
    expect(missing).toMatchObject({ code: 3, out: '' });
  });
});

describe('webhooks and deliveries', () => {
  it('can be created, tested, rolled, disabled, sent again and deleted', async () => {
    const { id } = await runJson<{ id: string }>('webhooks', 'create', '--url', receiver.url, '--events', 'payment.*');
    const { data: endpoints } = await runJson<{ data: unknown[] }>('webhooks', 'list');
    expect(endpoints).toMatchObject([{ id, events: ['payment.*'], status: 'enabled' }]);
    const test = await runJson<{ id: string }>('webhooks', 'test', id);
    const delivery = await waitUntil('the test event is delivered', async () => {
      const found = await runJson<{ state: string; attempts: unknown[] }>('deliveries', 'get', test.id);
      return found.state === 'delivered' && found;
    });
    expect(delivery.attempts).toMatchObject([{ response: { status: 200 } }]);
    expect(await runJson('deliveries', 'resend', test.id)).toMatchObject({ endpoint: id });
    expect(await runJson('webhooks', 'roll', id, '--overlap', 'now')).toMatchObject({
      secret: expect.stringMatching(/^whsec_/),
    });
    expect(await runJson('webhooks', 'resend', id, '--failed')).toEqual({ resent: 0 });
    expect(await runJson('webhooks', 'update', id, '--status', 'disabled')).toMatchObject({ disabled_reason: 'user' });
    const { data } = await runJson<{ data: { id: string }[] }>('deliveries', 'list', '--endpoint', id);
    expect(data.map((one) => one.id)).toContain(test.id);
    await runJson('webhooks', 'delete', id);
    expect(await person.run('webhooks', 'test', id)).toMatchObject({ code: 3 });
  });

  it('explains what the server rejects', async () => {
    const { code, err } = await person.run('webhooks', 'create', '--url', 'ftp://shop.example');
    expect(code).toBe(2);
    expect(err).toMatch(/#\/url: /);
  });
});

describe('intents and pay', () => {
  it('work with the server', async () => {
    const id = createdId(await create(shop.baseUrl, shop.keys));
    expect(await runJson('pay', id, '--simulate', 'full')).toMatchObject({ id });
    await waitUntil('it succeeds', async () => {
      const { status } = await runJson<{ status: string }>('intents', 'get', id);
      return status === 'succeeded';
    });
    const { data } = await runJson<{ data: { id: string }[] }>('intents', 'list');
    expect(data.map((intent) => intent.id)).toContain(id);
  });
});
