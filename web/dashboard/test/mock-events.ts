import { type MockRequest, type MockResponse, notFound } from './mock-request.ts';
import type { ModeState } from './mock-state.ts';
import { newDelivery } from './sample-webhooks.ts';

const PAGE_SIZE = 50;

export function handleEvents(state: ModeState, { method, query }: MockRequest, [id]: string[]): MockResponse {
  if (id === undefined) {
    const [type, payment] = [query.get('type'), query.get('payment_intent')];
    const prefix = type?.endsWith('.*') ? type.slice(0, -1) : undefined;
    const matching = state.events.filter(
      (event) =>
        (type === null || event.type === type || (prefix !== undefined && event.type.startsWith(prefix))) &&
        (payment === null || event.data.object['id'] === payment) &&
        event.number < Number(query.get('cursor') ?? Number.POSITIVE_INFINITY),
    );
    const page = matching.slice(0, PAGE_SIZE);
    const next = matching.length > PAGE_SIZE ? String(page.at(-1)?.number) : null;
    return { status: 200, body: { data: page, next_cursor: next } };
  }
  const event = state.events.find((one) => one.id === id);
  if (!event) throw notFound();
  const deliveries = state.deliveries.filter((one) => one.event === id).length;
  if (method === 'GET') return { status: 200, body: { ...event, deliveries } };
  const started = state.endpoints
    .filter(({ status }) => status === 'enabled')
    .map((endpoint) => newDelivery(endpoint, event));
  state.deliveries.unshift(...started);
  return { status: 201, body: { data: started } };
}
