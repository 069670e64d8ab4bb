import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPerson, type Person } from '../../../test/support/run-florin.ts';
import { StandInApi } from '../../../test/support/stand-in-api.ts';

const ID = 'we_0000000000000000000001';
const DELIVERY_ID = 'dlv_0000000000000000000001';
const endpoint = {
  id: ID,
  url: 'https://shop.example/hooks',
  events: ['payment_intent.*', 'payment.final'],
  status: 'disabled',
  disabled_reason: 'gone',
};
const delivery = {
  id: DELIVERY_ID,
  state: 'failed',
  event_type: 'payment.final',
  endpoint: ID,
  last_status: 500,
};
const DELIVERY_LINE = `${DELIVERY_ID}\tfailed\tpayment.final\t${ID}\t500\n`;

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

/** Runs a command, and returns what it asked the server and what it printed. */
async function ask(answer: unknown, request: string, ...args: string[]) {
  api.answers.set(request, () => ({ status: 200, body: answer }));
  const { code, out, err } = await person.run(...args);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const { method, path, body, query } = api.requests.at(-1) ?? expect.fail('nothing asked');
  expect(`${method} ${path}`).toBe(request);
  return { out, query, body: body === '' ? undefined : (JSON.parse(body) as unknown) };
}

describe('webhooks', () => {
  it('create: everything by default, and shows the secret', async () => {
    const args = ['webhooks', 'create', '--url', endpoint.url];
    const asked = await ask({ ...endpoint, secret: 'whsec_1' }, 'POST /webhook_endpoints', ...args);
    expect(asked.body).toEqual({ url: endpoint.url });
    expect(asked.out).toMatch(/^secret +whsec_1$/m);
  });

  it('create: some types, with a description', async () => {
    const args = ['webhooks', 'create', '--url', endpoint.url, '--events', 'payment_intent.*,payment.final'];
    const asked = await ask(endpoint, 'POST /webhook_endpoints', ...args, '--description', 'Shop');
    expect(asked.body).toEqual({ url: endpoint.url, events: endpoint.events, description: 'Shop' });
  });

  it('list', async () => {
    const { out } = await ask({ data: [endpoint] }, 'GET /webhook_endpoints', 'webhooks', 'list');
    expect(out).toBe(`${ID}\tdisabled (gone)\tpayment_intent.*,payment.final\t${endpoint.url}\n`);
  });

  it('update', async () => {
    const args = ['webhooks', 'update', ID, '--events', '*', '--status', 'enabled'];
    const asked = await ask(endpoint, `PATCH /webhook_endpoints/${ID}`, ...args);
    expect(asked.body).toEqual({ events: ['*'], status: 'enabled' });
  });

  it('roll: an overlap of a day by default', async () => {
    const request = `POST /webhook_endpoints/${ID}/roll_secret`;
    const asked = await ask({ ...endpoint, secret: 'whsec_2' }, request, 'webhooks', 'roll', ID);
    expect(asked).toMatchObject({ body: { overlap: '24h' }, out: expect.stringContaining('whsec_2') });
    const now = await ask(endpoint, request, 'webhooks', 'roll', ID, '--overlap', 'now');
    expect(now.body).toEqual({ overlap: 'now' });
  });

  it('test', async () => {
    const asked = await ask(delivery, `POST /webhook_endpoints/${ID}/test`, 'webhooks', 'test', ID);
    expect(asked).toMatchObject({ body: undefined, out: DELIVERY_LINE });
  });

  it('resend: what failed, or a range', async () => {
    const request = `POST /webhook_endpoints/${ID}/resend`;
    const failed = await ask({ resent: 3 }, request, 'webhooks', 'resend', ID, '--failed');
    expect(failed).toMatchObject({ body: { state: 'failed' }, out: 'Sending 3 events again.\n' });
    const args = ['webhooks', 'resend', ID, '--after', '0', '--before', '20'];
    expect(await ask({ resent: 0 }, request, ...args)).toMatchObject({ body: { after: 0, before: 20 } });
  });

  it('delete', async () => {
    const { out } = await ask(undefined, `DELETE /webhook_endpoints/${ID}`, 'webhooks', 'delete', ID, '--json');
    expect(JSON.parse(out)).toEqual({ id: ID, deleted: true });
  });

  it.each([
    [['update', ID], 'Set what to change'],
    [['update', ID, '--status', 'asleep'], '--status is "asleep"'],
    [['resend', ID], 'Set --failed, or --after and --before.'],
    [['resend', ID, '--after', '1'], 'Set --failed, or --after and --before.'],
    [['resend', ID, '--failed', '--after', '1', '--before', '2'], 'Set --failed, or --after and --before.'],
    [['test', 'x'], 'is not an ID of the form we_'],
  ])('explains the error in %j', async (args, sentence) => {
    expect(await person.run('webhooks', ...args)).toMatchObject({ code: 2, err: expect.stringContaining(sentence) });
    expect(api.requests).toEqual([]);
  });

  it('says that there is no such endpoint with code 3', async () => {
    expect(await person.run('webhooks', 'test', ID)).toMatchObject({ code: 3 });
  });
});

describe('deliveries', () => {
  it('list', async () => {
    const args = ['deliveries', 'list', '--state', 'failed', '--endpoint', ID];
    const asked = await ask({ data: [delivery], next_cursor: null }, 'GET /deliveries', ...args);
    expect(asked).toMatchObject({ query: { state: 'failed', endpoint: ID, limit: '20' }, out: DELIVERY_LINE });
    expect(Object.keys(asked.query).toSorted()).toEqual(['endpoint', 'limit', 'state']);
  });

  it('get', async () => {
    const { out } = await ask(delivery, `GET /deliveries/${DELIVERY_ID}`, 'deliveries', 'get', DELIVERY_ID);
    expect(JSON.parse(out)).toEqual(delivery);
  });

  it('resend', async () => {
    const request = `POST /deliveries/${DELIVERY_ID}/resend`;
    expect(await ask(delivery, request, 'deliveries', 'resend', DELIVERY_ID)).toMatchObject({ out: DELIVERY_LINE });
  });
});
