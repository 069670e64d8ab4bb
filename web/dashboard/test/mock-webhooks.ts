import type { DeliveryDetails, EndpointHealth, NewWebhookEndpoint, WebhookEndpoint } from '../src/api/generated.ts';
import type { EndpointChanges, EndpointInput, Mode } from '../src/api/types.ts';
import { invalidField, MockError, type MockRequest, type MockResponse, notFound, PASSWORD } from './mock-request.ts';
import type { ModeState } from './mock-state.ts';
import { newDelivery, sampleEndpoint } from './sample-webhooks.ts';

const HOUR_MS = 3_600_000;
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const TEST_EVENT = { id: 'evt_034xqa4RjG1R9qTest0000', type: 'webhook_endpoint.test', number: 0 };

function checkPassword(mode: Mode, password: string | undefined): void {
  if (mode === 'test' || password === PASSWORD) return;
  throw new MockError(401, 'invalid_credentials', 'The password is incorrect.');
}

function checkInput({ url, events }: EndpointChanges): void {
  if (url !== undefined && !/^https:\/\/./.test(url)) {
    throw invalidField('url', 'invalid_url', 'The URL must begin with https://.');
  }
  if (events?.length === 0) throw invalidField('events', 'too_few', 'Must have at least one entry.');
}

export function handleEndpoints(
  state: ModeState,
  mode: Mode,
  request: MockRequest,
  [id, action]: string[],
): MockResponse {
  const { method, body } = request;
  if (id === 'health') return { status: 200, body: { data: state.endpoints.map((one) => healthOf(state, one)) } };
  if (id === undefined && method === 'GET') return { status: 200, body: { data: state.endpoints } };
  if (id === undefined) {
    const { password, ...input } = JSON.parse(body) as EndpointInput;
    checkInput(input);
    checkPassword(mode, password);
    const endpoint = sampleEndpoint(mode, state.endpoints.length + 10, { ...input, last_success_at: null });
    state.endpoints.unshift(endpoint);
    return { status: 201, body: { ...endpoint, secret: SECRET } satisfies NewWebhookEndpoint };
  }
  const endpoint = state.endpoints.find((one) => one.id === id);
  if (!endpoint) throw notFound();
  if (action === 'test') return started(state, [newDelivery(endpoint, TEST_EVENT)]);
  if (action === 'resend') return { status: 200, body: { resent: resend(state, endpoint, body) } };
  if (method === 'GET') return { status: 200, body: endpoint };
  return change(state, mode, endpoint, request, action);
}

function change(
  state: ModeState,
  mode: Mode,
  endpoint: WebhookEndpoint,
  { method, body }: MockRequest,
  action: string | undefined,
): MockResponse {
  const { password, ...changes } = JSON.parse(body) as EndpointChanges & { overlap?: string };
  if (method === 'PATCH') {
    checkInput(changes);
    if (changes.url !== undefined && changes.url !== endpoint.url) checkPassword(mode, password);
    Object.assign(endpoint, changes);
    if (changes.status !== undefined) {
      Object.assign(endpoint, { disabled_reason: changes.status === 'disabled' ? 'user' : null, failing_since: null });
    }
    return { status: 200, body: endpoint };
  }
  checkPassword(mode, password);
  if (method === 'DELETE') {
    state.endpoints = state.endpoints.filter((one) => one !== endpoint);
    return { status: 200, body: { id: endpoint.id, deleted: true } };
  }
  if (action !== 'roll_secret') throw notFound();
  const until = changes.overlap === 'now' ? null : new Date(Date.now() + 24 * HOUR_MS).toISOString();
  endpoint.previous_secret_until = until;
  return { status: 200, body: { ...endpoint, secret: `${SECRET}2` } };
}

function resend(state: ModeState, endpoint: WebhookEndpoint, body: string): number {
  const { state: wanted, after, before } = JSON.parse(body) as { state?: string; after?: number; before?: number };
  if (wanted === 'failed') {
    const failed = state.deliveries.filter((one) => one.endpoint === endpoint.id && one.state === 'failed');
    for (const delivery of failed) Object.assign(delivery, { state: 'pending', attempt_count: 0 });
    return failed.length;
  }
  if (typeof after !== 'number') throw invalidField('after', 'wrong_type', 'Must be an integer.');
  if (typeof before !== 'number') throw invalidField('before', 'wrong_type', 'Must be an integer.');
  const events = state.events.filter(({ number }) => number > after && number < before);
  state.deliveries.unshift(...events.map((event) => newDelivery(endpoint, event)));
  return events.length;
}

const started = (state: ModeState, deliveries: DeliveryDetails[]): MockResponse => {
  state.deliveries.unshift(...deliveries);
  return { status: 201, body: deliveries[0] };
};

function healthOf(state: ModeState, endpoint: WebhookEndpoint): EndpointHealth {
  const thisHourMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  const own = state.deliveries.filter((one) => one.endpoint === endpoint.id);
  const hours = Array.from({ length: 24 }, (_, index) => thisHourMs - (23 - index) * HOUR_MS);
  return {
    endpoint: endpoint.id,
    hours: hours.map((atMs) => {
      const created = own.filter(({ created_at: at }) => Math.floor(Date.parse(at) / HOUR_MS) * HOUR_MS === atMs);
      const count = (wanted: string) => created.filter((one) => one.state === wanted).length;
      return {
        at: new Date(atMs).toISOString(),
        delivered: count('delivered'),
        failed: count('failed'),
        pending: count('pending'),
      };
    }),
  };
}

const PAGE_SIZE = 20;

export function handleDeliveries(state: ModeState, { method, query }: MockRequest, [id]: string[]): MockResponse {
  if (id === undefined) {
    const matching = state.deliveries.filter((one) =>
      (['endpoint', 'event', 'state'] as const).every((name) => (query.get(name) ?? one[name]) === one[name]),
    );
    const from = query.get('cursor') === null ? 0 : matching.findIndex((one) => one.id === query.get('cursor')) + 1;
    const page = matching.slice(from, from + PAGE_SIZE);
    const next = from + PAGE_SIZE < matching.length ? (page.at(-1)?.id ?? null) : null;
    const data = page.map(({ body: _body, attempts: _attempts, ...delivery }) => delivery);
    return { status: 200, body: { data, next_cursor: next } };
  }
  const delivery = state.deliveries.find((one) => one.id === id);
  if (!delivery) throw notFound();
  if (method === 'GET') return { status: 200, body: delivery };
  const endpoint = state.endpoints.find((one) => one.id === delivery.endpoint);
  if (!endpoint) throw notFound();
  const { event: eventId, event_type: type, number } = delivery;
  return started(state, [newDelivery(endpoint, { id: eventId, type, number })]);
}
