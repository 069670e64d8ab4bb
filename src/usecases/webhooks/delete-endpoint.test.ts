import { expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { openEndpoint } from '../../../test/memory/open-endpoint.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { deleteEndpoint } from './delete-endpoint.ts';

it('deletes an endpoint once, records it, and then answers not_found', async () => {
  const shop = await openShop();
  const { ports, store } = shop;
  const { id } = (await openEndpoint(shop)).endpoint;
  const input = { id, actor: 'usr' };
  await deleteEndpoint(ports, store, input);
  expect(await store.endpoints.list()).toEqual([]);
  expect((await ports.stores.main.audit.listWaiting(10)).at(-1)).toMatchObject({
    actor: 'usr',
    action: 'webhook_endpoint.deleted',
    subject: id,
  });
  expect(await failureOf(ports, () => deleteEndpoint(ports, store, input))).toMatchObject({ code: 'not_found' });
});
