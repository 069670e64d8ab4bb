import { expect } from 'vitest';
import { send } from '../support/client.ts';
import { waitUntil } from '../support/wait-until.ts';
import type { SignedInShop, TwoShops } from './start-two-shops.ts';

/** What routes name in their paths. */
export interface WebhookIds {
  endpoint_id: string;
  delivery_id: string;
  event_id: string;
}

/** An endpoint of a shop that nobody else may know of, a delivery to it, and the first event of the shop's intent. */
export async function openEndpoint(
  { server }: TwoShops,
  shop: SignedInShop,
  mode: 'test' | 'live',
): Promise<WebhookIds> {
  const call = (path: string, body?: object) =>
    send(server.baseUrl, shop.keys[mode], path, body ? { body } : { method: 'POST' });
  const url = `http://127.0.0.1:9/hooks/${shop.name}/${mode}`;
  const endpoint = await call('/webhook_endpoints', { url, events: ['wallet.changed'] });
  expect(endpoint.status, endpoint.text).toBe(201);
  const id = String(endpoint.json['id']);
  const delivery = await call(`/webhook_endpoints/${id}/test`);
  const event = await waitUntil('the intent’s event is numbered', async () => {
    const reply = await send(server.baseUrl, shop.keys[mode], `/events?payment_intent=${shop.intents[mode]}`);
    return (reply.json['data'] as { id: string }[] | undefined)?.[0];
  });
  shop.secrets.push(url, String(endpoint.json['secret']));
  return { endpoint_id: id, delivery_id: String(delivery.json['id']), event_id: event.id };
}
