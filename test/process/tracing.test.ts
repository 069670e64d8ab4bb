import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { create, createdId, send, validBody } from '../support/client.ts';
import { createMigrated } from '../support/create-migrated.ts';
import { runSql } from '../support/databases.ts';
import { freePort } from '../support/external-postgres.ts';
import { createMerchant, type NewMerchant, type RunningServer, startServer } from '../support/server.ts';
import { type Receiver, startReceiver } from '../support/start-receiver.ts';
import { waitUntil } from '../support/wait-until.ts';
import { type CollectedSpan, type Collector, startCollector } from './start-collector.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
/** Prints each module of OpenTelemetry that a process loads, except the interface, which the metrics library loads too. */
const PRINT_MODULES = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({ resolve(name, context, next) {
    const found = next(name, context);
    if (/@opentelemetry\\/(?!api\\/)/.test(found.url)) process.stderr.write('loaded ' + found.url + '\\n');
    return found;
  } });`)}`;
const SERVER = { FLORIN_WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', NODE_OPTIONS: `--import ${PRINT_MODULES}` };

const nameOf = ({ name }: CollectedSpan) => name;
const CREATE = 'POST /:public_key/create_checkout_payment_intent';

/** From the first step to the last, each a part of the one before. */
function expectChain(spans: readonly CollectedSpan[], names: readonly string[]): CollectedSpan[] {
  const chain = names.map((name) => spans.find((span) => span.name === name));
  expect(chain.map((span) => span?.name)).toEqual(names);
  const found = chain as CollectedSpan[];
  for (const [place, span] of found.slice(1).entries()) {
    expect(span.parentSpanId, span.name).toBe(found[place]?.spanId);
    expect(BigInt(span.endTimeUnixNano)).toBeGreaterThan(BigInt(span.startTimeUnixNano));
  }
  return found;
}

const instanceOf = ({ service }: CollectedSpan) => String(service['service.instance.id']).split(':').at(-1);

let databaseUrl: string;
let keys: NewMerchant;
let receiver: Receiver;

beforeAll(async () => {
  databaseUrl = await createMigrated(['control', 'data']);
  keys = await createMerchant({ databaseUrl });
  receiver = await startReceiver();
});

afterAll(() => receiver.stop());

/** The webhook of an event of an intent. */
const webhookOf = (intentId: string, type: string) =>
  waitUntil(`${type} of ${intentId} arrives`, () =>
    receiver.received.findLast(({ body }) => {
      const event = JSON.parse(body) as { type: string; data: { object: { id: string } } };
      return event.type === type && event.data.object.id === intentId;
    }),
  );

const countTraces = () => runSql(databaseUrl, 'SELECT count(*)::int AS count FROM florin_data.event_traces');

describe('with a collector, the API and the workers in two processes', () => {
  let collector: Collector;
  let api: RunningServer;
  let worker: RunningServer;

  beforeAll(async () => {
    collector = await startCollector();
    const env = { ...SERVER, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: 'shop' };
    const port = await freePort();
    const monitored = { FLORIN_ROLES: 'worker', FLORIN_METRICS_PORT: String(port) };
    [api, worker] = await Promise.all([
      startServer({ databaseUrl, env: { ...env, FLORIN_ROLES: 'api' } }),
      startServer({ databaseUrl, port, env: { ...env, ...monitored } }),
    ]);
    const body = { url: receiver.url, events: ['*'] };
    const created = await send(api.baseUrl, keys, '/webhook_endpoints', { body });
    expect(created.status, created.text).toBe(201);
  });

  afterAll(async () => {
    await Promise.all([api.stop(), worker.stop()]);
    await collector.stop();
  });

  const spansOf = (traceId: string) => collector.spans.filter((span) => span.traceId === traceId);
  const wholeTrace = (traceId: string, count: number) =>
    waitUntil(`${count} steps of ${traceId} are collected`, () => spansOf(traceId).length >= count && spansOf(traceId));

  it('a create is one trace from the caller to the delivery, and a resend continues it', async () => {
    const headers = { traceparent: `00-${TRACE}-${CALLER}-01` };
    const intentId = createdId(await create(api.baseUrl, keys, validBody(), headers));
    const webhook = await webhookOf(intentId, 'payment_intent.created');
    const spans = await wholeTrace(TRACE, 4);
    expect(spans.map(nameOf).sort()).toEqual(
      [CREATE, 'commit payment intent', 'deliver webhook', 'dispatch event'].sort(),
    );
    const chain = expectChain(spans, [CREATE, 'commit payment intent', 'dispatch event', 'deliver webhook']);
    const [request, commit, dispatch, delivery] = chain as [CollectedSpan, CollectedSpan, CollectedSpan, CollectedSpan];
    expect(request.parentSpanId).toBe(CALLER);
    expect([request, commit].map(instanceOf)).toEqual([String(api.process.pid), String(api.process.pid)]);
    expect([dispatch, delivery].map(instanceOf)).toEqual([String(worker.process.pid), String(worker.process.pid)]);
    expect(request.attributes).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/:public_key/create_checkout_payment_intent',
      'http.response.status_code': 201,
      'florin.merchant_id': keys.merchant_id,
      'florin.payment_intent_id': intentId,
    });
    expect(delivery.attributes).toMatchObject({
      'http.response.status_code': 200,
      'florin.payment_intent_id': intentId,
    });
    expect(request.service).toMatchObject({ 'service.name': 'shop' });
    expect(webhook.headers['traceparent']).toBe(`00-${TRACE}-${delivery.spanId}-01`);

    const [sent] = (await send(api.baseUrl, keys, '/deliveries?limit=1')).json['data'] as { id: string }[];
    await send(api.baseUrl, keys, `/deliveries/${sent?.id}/resend`, { method: 'POST' });
    const again = await waitUntil('it arrives again', () => receiver.received[1]);
    const resent = (await wholeTrace(TRACE, 5)).find(
      (span) => span.name === 'deliver webhook' && span.spanId !== delivery.spanId,
    );
    expect(resent?.parentSpanId).toBe(dispatch.spanId);
    expect(again.headers['traceparent']).toBe(`00-${TRACE}-${resent?.spanId}-01`);
  });

  it('a change begins a trace if its caller has none, and a stranger cannot continue one', async () => {
    const intentId = createdId(await create(api.baseUrl, keys, validBody()));
    await fetch(`${api.baseUrl}/${keys.public_key}/checkout/${intentId}/status`, {
      headers: { traceparent: `00-${'5'.repeat(32)}-${CALLER}-01` },
    });
    await send(api.baseUrl, keys, `/payment_intents/${intentId}/cancel`, { method: 'POST' });
    const webhook = await webhookOf(intentId, 'payment_intent.canceled');
    const [, traceId = ''] = String(webhook.headers['traceparent']).split('-');
    const CANCEL = 'POST /:public_key/payment_intents/:payment_intent_id/cancel';
    const [request] = expectChain(await wholeTrace(traceId, 4), [
      CANCEL,
      'change payment intent',
      'dispatch event',
      'deliver webhook',
    ]);
    expect(request?.parentSpanId).toBeUndefined();
    const STATUS = 'GET /:public_key/checkout/:payment_intent_id/status';
    const viewed = await waitUntil('the view is collected', () => collector.spans.find(({ name }) => name === STATUS));
    expect(viewed.traceId).not.toBe('5'.repeat(32));
  });

  it('a caller that does not record decides that nothing is recorded', async () => {
    const skipped = '6'.repeat(32);
    const headers = { traceparent: `00-${skipped}-${CALLER}-00` };
    const intentId = createdId(await create(api.baseUrl, keys, validBody(), headers));
    const webhook = await webhookOf(intentId, 'payment_intent.created');
    expect(webhook.headers).not.toHaveProperty('traceparent');
    expect(spansOf(skipped)).toEqual([]);
  });

  it('no key, no address and nothing about a person is recorded', () => {
    const text = collector.text();
    expect(text).toContain(keys.merchant_id);
    const { customer, billing_address: address } = validBody() as {
      customer: { name: string; email: string };
      billing_address: { address: string };
    };
    for (const secret of [
      keys.public_key,
      keys.private_key,
      customer.name,
      customer.email,
      address.address,
      receiver.url,
    ])
      expect(text).not.toContain(secret);
  });

  it('a process without the role api answers scrapes and health checks', async () => {
    const ready = await fetch(`${worker.baseUrl}/readyz`);
    expect([ready.status, await ready.json()]).toMatchObject([200, { status: 'ready' }]);
    const metrics = await (await fetch(`${worker.baseUrl}/metrics`)).text();
    expect(metrics).toMatch(/^florin_webhook_attempts_total\{result="delivered"\} [1-9]/m);
    expect(metrics).toMatch(/^florin_worker_rounds_total\{worker="dispatch-events",result="ok"\} [1-9]/m);
    expect(metrics).toMatch(/^florin_network_scans_total\{network="simulated",result="ok"\} [1-9]/m);
    expect(metrics).toMatch(/^florin_info\{version="[\d.]+",roles="[a-z,]+"\} 1$/m);
    expect((await fetch(`${worker.baseUrl}/${keys.public_key}/payment_intents`)).status).toBe(404);
    // What the test of a process without traces looks for is there in a process with traces.
    expect(worker.output()).toMatch(/loaded .*@opentelemetry\/sdk-trace/);
  });
});

describe('without a collector', () => {
  let server: RunningServer;

  beforeAll(async () => {
    server = await startServer({ databaseUrl, env: SERVER });
  });

  afterAll(() => server.stop());

  it('nothing is loaded, written or sent', async () => {
    const before = await countTraces();
    expect(before).not.toEqual([{ count: 0 }]);
    const headers = { traceparent: `00-${'7'.repeat(32)}-${CALLER}-01` };
    const intentId = createdId(await create(server.baseUrl, keys, validBody(), headers));
    const webhook = await webhookOf(intentId, 'payment_intent.created');
    expect(webhook.headers).not.toHaveProperty('traceparent');
    expect(await countTraces()).toEqual(before);
    expect(server.output()).toContain('Florin is ready');
    expect(server.output()).not.toContain('@opentelemetry');
  });
});
