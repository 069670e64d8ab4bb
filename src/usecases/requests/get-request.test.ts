import { expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { requestIdOf, sampleLoggedRequest } from '../../../test/memory/sample-logged-request.ts';
import { getRequest } from './get-request.ts';

it('getRequest returns the request, or answers not_found', async () => {
  const { ports, tenant, store } = await openShop();
  const { merchantId } = tenant;
  const request = sampleLoggedRequest(requestIdOf(1));
  await ports.stores.writeRequests(undefined, [{ merchantId, livemode: false, request }]);
  expect(await getRequest(store, request.id)).toEqual(request);
  for (const id of [undefined, requestIdOf(2)]) {
    expect(await failureOf(ports, () => getRequest(store, id))).toMatchObject({ code: 'not_found' });
  }
  const live = ports.stores.main.bind(merchantId, true);
  expect(await failureOf(ports, () => getRequest(live, request.id))).toMatchObject({ code: 'not_found' });
});
