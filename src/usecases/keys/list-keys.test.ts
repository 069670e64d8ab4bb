import { expect, it } from 'vitest';
import { openShop } from '../../../test/memory/open-shop.ts';
import { createKey } from './create-key.ts';
import { listKeys } from './list-keys.ts';

it('listKeys lists the keys of one merchant and mode, the newest first', async () => {
  const { ports, tenant, made } = await openShop();
  await openShop({ ports, name: 'other' });
  const { merchantId } = tenant;
  ports.clock.advance(1);
  const second = await createKey(ports, { merchantId, mode: 'test', name: 'Second', actor: 'test' });
  const live = await createKey(ports, { merchantId, mode: 'live', name: 'Live', actor: 'test' });
  expect(await listKeys(ports, tenant)).toEqual([second.key, made.key]);
  expect(await listKeys(ports, { ...tenant, livemode: true })).toEqual([live.key]);
});
