import { describe, expect, it } from 'vitest';
import { openEndpoint } from '../../../test/memory/open-endpoint.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { makeId } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Endpoint } from '../../domain/webhooks/endpoint.ts';
import type { ClaimedDelivery } from '../../ports/delivery-queue.ts';
import type { WebhookResponse } from '../../ports/webhook-sender.ts';
import { deliver } from './deliver.ts';
import { rollEndpointSecret } from './roll-endpoint-secret.ts';

async function setUp(answer: Partial<WebhookResponse> = {}) {
  const shop = await openShop();
  const { ports, tenant } = shop;
  const { endpoint, secret } = await openEndpoint(shop);
  ports.webhookSender.answers.set(endpoint.url, () => answer);
  const claimed = (more: Partial<ClaimedDelivery> = {}): ClaimedDelivery => ({
    merchantId: tenant.merchantId,
    livemode: tenant.livemode,
    id: makeId('dlv', 1, new Uint8Array(10)),
    eventId: makeId('evt', 1, new Uint8Array(10)),
    intentId: undefined,
    body: '{"id":"evt"}',
    attempts: 0,
    isOrdered: false,
    createdAtMs: 1,
    claimedUntilMs: Infinity,
    token: 'token',
    endpoint,
    ...more,
  });
  return { shop, ports, endpoint, secret, claimed };
}

describe('deliver', () => {
  it('sends the body as it is, signed with the time of the attempt', async () => {
    const { ports, endpoint, secret, claimed } = await setUp();
    const delivery = claimed();
    const result = await deliver(ports, delivery);
    const timestamp = Math.floor(ports.clock.nowMs() / 1_000);
    const headers = {
      'content-type': 'application/json',
      'user-agent': expect.stringMatching(/^Florin\/\d/),
      'webhook-id': delivery.eventId,
      'webhook-timestamp': String(timestamp),
    };
    const signature = `v1,${secret}:${delivery.eventId}.${timestamp}.${delivery.body}`;
    expect(ports.webhookSender.requests).toEqual([
      {
        url: endpoint.url,
        body: delivery.body,
        livemode: false,
        headers: { ...headers, 'webhook-signature': signature },
      },
    ]);
    expect(result).toEqual({
      claimed: delivery,
      isDelivered: true,
      isGone: false,
      nextAttemptAtMs: undefined,
      endedAtMs: ports.clock.nowMs(),
      attempt: {
        attempt: 1,
        atMs: ports.clock.nowMs(),
        status: 200,
        ms: 5,
        error: undefined,
        requestHeaders: headers,
        responseHeaders: {},
        responseBody: '',
      },
    });
  });

  it('signs with both secrets until the overlap ends', async () => {
    const { shop, ports, secret, claimed, endpoint } = await setUp();
    const input = { tenant: shop.tenant, id: endpoint.id, overlap: '1h', actor: 'usr' } as const;
    const rolled = await rollEndpointSecret(ports, shop.store, input);
    const secretsOf = async () => {
      await deliver(ports, claimed({ endpoint: rolled.endpoint }));
      const signatures = ports.webhookSender.requests.at(-1)?.headers['webhook-signature']?.split(' ');
      return signatures?.map((signature) => /^v1,(.+):evt_/.exec(signature)?.[1]);
    };
    ports.clock.advance(3_600_000 - 1);
    expect(await secretsOf()).toEqual([rolled.secret, secret]);
    ports.clock.advance(1);
    expect(await secretsOf()).toEqual([rolled.secret]);
  });

  it.each([
    [200, true],
    [299, true],
    [199, false],
    [300, false],
    [404, false],
    [500, false],
  ])('takes %i as delivered: %s', async (status, isDelivered) => {
    const { ports, claimed } = await setUp({ status });
    const result = await deliver(ports, claimed());
    expect(result.isDelivered).toBe(isDelivered);
    expect(result.attempt.error === undefined).toBe(isDelivered);
    expect(result.nextAttemptAtMs === undefined).toBe(isDelivered);
  });

  it('says why there was no response, and tries again after about five seconds', async () => {
    const { ports, claimed } = await setUp({ status: undefined, error: 'The connection was refused.' });
    const { attempt, nextAttemptAtMs = 0 } = await deliver(ports, claimed());
    expect(attempt).toMatchObject({ status: undefined, error: 'The connection was refused.' });
    expect(nextAttemptAtMs - ports.clock.nowMs()).toBeGreaterThanOrEqual(4_000);
    expect(nextAttemptAtMs - ports.clock.nowMs()).toBeLessThanOrEqual(6_000);
  });

  it('waits as long as the receiver asks for', async () => {
    const { ports, claimed } = await setUp({ status: 503, headers: { 'retry-after': '120' } });
    const { nextAttemptAtMs } = await deliver(ports, claimed());
    expect(nextAttemptAtMs).toBe(ports.clock.nowMs() + 120_000);
  });

  it('gives up after the thirteenth attempt, and at 410 Gone', async () => {
    const { ports, claimed } = await setUp({ status: 500 });
    expect((await deliver(ports, claimed({ attempts: 11 }))).nextAttemptAtMs).toBeDefined();
    expect((await deliver(ports, claimed({ attempts: 12 }))).nextAttemptAtMs).toBeUndefined();
    const gone = await setUp({ status: 410 });
    expect(await deliver(gone.ports, gone.claimed())).toMatchObject({ isGone: true, nextAttemptAtMs: undefined });
  });

  it('keeps the beginning of the response, as the database can store it', async () => {
    const body = `\u0000\ud800${'x'.repeat(LIMITS.responseLengthKept)}`;
    const { ports, claimed } = await setUp({ status: 500, body, headers: { 'x-a': 'a\u0000' } });
    const { attempt } = await deliver(ports, claimed());
    expect(attempt.responseBody).toBe(`\ufffd\ufffd${'x'.repeat(LIMITS.responseLengthKept - 2)}`);
    expect(attempt.responseHeaders).toEqual({ 'x-a': 'a\ufffd' });
  });

  it('sends nothing with a secret that cannot be read', async () => {
    const { ports, claimed, endpoint } = await setUp();
    const damaged: Endpoint = { ...endpoint, sealedSecret: 'damaged' };
    const result = await deliver(ports, claimed({ endpoint: damaged }));
    expect(result).toMatchObject({ isDelivered: false, attempt: { error: expect.stringContaining('Roll it.') } });
    expect(ports.webhookSender.requests).toEqual([]);
  });
});
