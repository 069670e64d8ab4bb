import type { RequestListener } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { createDnsQuery, createHostResolver } from '../../src/system/webhooks/host-resolver.ts';
import { createWebhookSender } from '../../src/system/webhooks/webhook-sender.ts';
import { type NameServer, openNameServer } from '../support/name-server.ts';
import { openSink } from './webhook-sinks.ts';

const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

async function open(answer: Parameters<typeof openNameServer>[0]): Promise<NameServer> {
  const server = await openNameServer(answer);
  undo.push(() => server.close());
  return server;
}

it('finds the addresses of both families', async () => {
  const server = await open(() => ['93.184.215.14', '1.1.1.1', '2606:4700:4700:0:0:0:0:1111']);
  const found = await createDnsQuery([server.address])('shop.example');
  expect(found.toSorted()).toEqual(['1.1.1.1', '2606:4700:4700::1111', '93.184.215.14']);
  expect(server.asked.toSorted()).toEqual(['shop.example 4', 'shop.example 6']);
});

/** The reason for a name, whatever it resolves to. */
const NOT_FOUND = 'The host name could not be resolved, or has an address that is not public.';

it('finds nothing for a name that does not exist', async () => {
  const server = await open(() => undefined);
  expect(await createDnsQuery([server.address])('shop.example')).toEqual([]);
  const sender = createWebhookSender({
    allowCidrs: [],
    toLoopback: false,
    resolve: createHostResolver({ query: createDnsQuery([server.address]) }),
  });
  expect(await sender.check('https://shop.example', true)).toBe(NOT_FOUND);
});

it('takes the answer for one family if there is none for the other, after five seconds at most', async () => {
  const server = await open((name, family) => {
    if (name === 'silent.example') return 'silence';
    return family === 6 ? 'silence' : ['93.184.215.14'];
  });
  const query = createDnsQuery([server.address]);
  expect(await Promise.all([query('shop.example'), query('silent.example')])).toEqual([['93.184.215.14'], []]);
});

const ok: RequestListener = (_request, response) => void response.end();

it('lets no packet reach a name that moves to a blocked address', async () => {
  const allowed = await openSink(ok, { host: '127.0.0.2' });
  undo.push(() => allowed.close());
  const blocked = await openSink(ok, { host: '127.0.0.3', port: allowed.port });
  undo.push(() => blocked.close());
  let address = '127.0.0.2';
  const server = await open(() => [address]);
  const clock = { nowMs: 0 };
  const resolve = createHostResolver({ query: createDnsQuery([server.address]), nowMs: () => clock.nowMs });
  const sender = createWebhookSender({ allowCidrs: ['127.0.0.2/32'], toLoopback: false, resolve });
  undo.push(() => sender.close());
  const send = () =>
    sender.send({ url: `http://shop.example:${allowed.port}`, headers: {}, body: '{}', livemode: true });
  expect(await send()).toMatchObject({ status: 200 });
  address = '127.0.0.3';
  // For as long as the old answer is kept, the old address is used.
  expect(await send()).toMatchObject({ status: 200 });
  clock.nowMs += 5_000;
  expect(await send()).toMatchObject({ status: undefined, error: NOT_FOUND });
  expect([allowed.requests.length, blocked.connections]).toEqual([2, 0]);
});
