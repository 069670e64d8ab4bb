import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MerchantId } from '../../src/domain/ids.ts';
import { LIMITS } from '../../src/domain/limits.ts';
import type { LoggedRequest } from '../../src/domain/requests/logged-request.ts';
import type { RequestFilter } from '../../src/ports/request-log.ts';
import type { Store, Tenant } from '../../src/ports/stores.ts';
import { requestIdOf, sampleLoggedRequest } from '../memory/sample-logged-request.ts';
import { type OpenStores, openableStores } from './open-stores.ts';
import { newMerchantId } from './sample-intent.ts';
import { newId } from './sample-rows.ts';

const DAY_MS = 86_400_000;
/** The end of a day, so that a batch falls on two of them. */
const MIDNIGHT_MS = Date.UTC(2031, 4, 7);

const summaryOf = ({ requestBody: _, responseBody: __, ...summary }: LoggedRequest) => summary;

describe.each(openableStores())('the request log in $name', ({ open }) => {
  let opened: OpenStores;
  let tenant: Tenant;
  let store: Store;
  beforeAll(async () => {
    opened = await open();
  });
  beforeEach(async () => {
    tenant = { merchantId: newMerchantId(), dataStoreId: undefined, livemode: false };
    store = await opened.stores.of(tenant);
  });
  afterAll(() => opened.close());

  /** Every test uses the same numbers, so each has the IDs of another process. */
  let processes = 0;
  const idsFor = () => {
    processes += 1;
    const process = processes.toString(16).padStart(16, '0');
    return (number: number) => requestIdOf(number).replace('0123456789abcdef', process) as LoggedRequest['id'];
  };
  let idOf = idsFor();
  beforeEach(() => {
    idOf = idsFor();
  });
  const sample = (number: number, more: Partial<LoggedRequest> = {}) =>
    sampleLoggedRequest(number, { id: idOf(number), atMs: MIDNIGHT_MS + number, ...more });

  const write = (requests: readonly LoggedRequest[], owner: { merchantId: MerchantId; livemode: boolean } = tenant) => {
    const { merchantId, livemode } = owner;
    return opened.stores.writeRequests(
      undefined,
      requests.map((request) => ({ merchantId, livemode, request })),
    );
  };
  const list = (filter: Partial<RequestFilter> = {}) => store.requests.list({ limit: 10, ...filter });
  const numbers = async (filter: Partial<RequestFilter> = {}) =>
    (await list(filter)).requests.map(({ id }) => Number.parseInt(id.slice(-8), 16));

  it('returns everything that was written', async () => {
    const whole = sample(1, {
      method: 'POST',
      status: 503,
      ms: 12.3,
      problem: 'unavailable',
      intentId: newId('pi'),
      keyId: newId('key'),
      keyName: 'Käse "1" \\ 2',
      address: '2001:db8::1',
      path: '/fpk_test_x/items?q=%00\\u0000',
      requestBody: '{"a":"\\u0000 ✓ \\"","b":1}…',
      responseBody: '\uFFFD',
    });
    await write([whole, sample(2)]);
    expect(await store.requests.find(whole.id)).toEqual(whole);
    expect(await store.requests.find(idOf(2))).toEqual(sample(2));
    expect(await store.requests.find(idOf(3))).toBeUndefined();
    expect(await list()).toEqual({ requests: [sample(2), whole].map(summaryOf), next: undefined });
  });

  it('returns pages, newest first, also where times are equal and days end', async () => {
    const atMs = MIDNIGHT_MS;
    await write([
      sample(1, { atMs }),
      sample(2, { atMs }),
      sample(3, { atMs }),
      sample(4, { atMs: atMs - 1 }),
      sample(5),
    ]);
    const first = await list({ limit: 2 });
    expect(first.requests.map(({ id }) => id)).toEqual([idOf(5), idOf(3)]);
    expect(first.next).toEqual({ atMs, id: idOf(3) });
    const second = await list({ limit: 2, olderThan: { atMs, id: idOf(3) } });
    expect(second.requests.map(({ id }) => id)).toEqual([idOf(2), idOf(1)]);
    expect(second.next).toEqual({ atMs, id: idOf(1) });
    const third = await list({ limit: 2, olderThan: { atMs, id: idOf(1) } });
    expect(third.requests.map(({ id }) => id)).toEqual([idOf(4)]);
    expect(third.next).toBeUndefined();
  });

  it('filters by status, method, route, key, problem and time', async () => {
    const keyId = newId('key');
    await write([
      sample(1, { status: 201, method: 'POST', route: '/{public_key}/create_checkout_payment_intent' }),
      sample(2, { status: 404, problem: 'not_found' }),
      sample(3, { status: 422, problem: 'validation_failed', method: 'POST' }),
      sample(4, { status: 500, problem: 'internal', keyId }),
      sample(5, { status: 399 }),
    ]);
    expect(await numbers({ status: { from: 404, to: 404 } })).toEqual([2]);
    expect(await numbers({ status: { from: 400, to: 499 } })).toEqual([3, 2]);
    expect(await numbers({ status: { from: 300, to: 399 } })).toEqual([5]);
    expect(await numbers({ status: { from: 200, to: 299 } })).toEqual([1]);
    expect(await numbers({ method: 'POST' })).toEqual([3, 1]);
    expect(await numbers({ method: 'POST', status: { from: 400, to: 499 } })).toEqual([3]);
    expect(await numbers({ route: '/{public_key}/create_checkout_payment_intent' })).toEqual([1]);
    expect(await numbers({ keyId })).toEqual([4]);
    expect(await numbers({ problem: 'not_found' })).toEqual([2]);
    expect(await numbers({ problem: 'nothing' })).toEqual([]);
    expect(await numbers({ afterMs: MIDNIGHT_MS + 2 })).toEqual([5, 4, 3]);
    expect(await numbers({ beforeMs: MIDNIGHT_MS + 3 })).toEqual([2, 1]);
    expect(await numbers({ afterMs: MIDNIGHT_MS + 1, beforeMs: MIDNIGHT_MS + 4, method: 'GET' })).toEqual([2]);
    const place = { atMs: MIDNIGHT_MS + 4, id: idOf(4) };
    expect(await numbers({ beforeMs: MIDNIGHT_MS + 3, olderThan: place })).toEqual([2, 1]);
    expect(await numbers({ beforeMs: MIDNIGHT_MS + 5, olderThan: place })).toEqual([3, 2, 1]);
    expect(await list({ status: { from: 400, to: 499 }, limit: 1 })).toMatchObject({
      next: { atMs: MIDNIGHT_MS + 3, id: idOf(3) },
    });
  });

  it('searches a bounded number of requests at a time, and says where to go on', async () => {
    const wanted = sample(0, { method: 'PUT' });
    const failed = sample(LIMITS.requestLogSearchedMax - 1, { status: 409, problem: 'invalid_state' });
    const rest = Array.from({ length: LIMITS.requestLogSearchedMax }, (_, index) => sample(index + 1));
    rest[failed.atMs - MIDNIGHT_MS - 1] = failed;
    await write([wanted, ...rest]);
    const first = await list({ method: 'PUT' });
    expect(first).toEqual({ requests: [], next: { atMs: MIDNIGHT_MS + 1, id: idOf(1) } });
    expect(await list({ method: 'PUT', ...(first.next && { olderThan: first.next }) })).toEqual({
      requests: [summaryOf(wanted)],
      next: undefined,
    });
    // Only errors are searched for errors.
    expect(await list({ problem: 'invalid_state' })).toEqual({ requests: [summaryOf(failed)], next: undefined });
  });

  it('shows a merchant or mode nothing of another', async () => {
    await write([sample(1)]);
    await write([sample(2)], { ...tenant, livemode: true });
    await write([sample(3)], { ...tenant, merchantId: newMerchantId() });
    expect(await numbers()).toEqual([1]);
    expect(await numbers({ method: 'GET' })).toEqual([1]);
    for (const number of [2, 3]) expect(await store.requests.find(idOf(number))).toBeUndefined();
    const live = await opened.stores.of({ ...tenant, livemode: true });
    expect(await live.requests.find(idOf(2))).toBeDefined();
    expect(await live.requests.find(idOf(1))).toBeUndefined();
  });

  it('keeps the requests of a data store there', async () => {
    const dataStoreId = await opened.addDataStore();
    const { merchantId } = tenant;
    await opened.stores.writeRequests(dataStoreId, [{ merchantId, livemode: false, request: sample(1) }]);
    expect(await numbers()).toEqual([]);
    const own = await opened.stores.of({ ...tenant, dataStoreId });
    expect(await own.requests.find(idOf(1))).toEqual(sample(1));
  });

  it('fails for a database that is away', async () => {
    const dataStoreId = await opened.addUnreachable();
    const { merchantId } = tenant;
    const writing = opened.stores.writeRequests(dataStoreId, [{ merchantId, livemode: false, request: sample(1) }]);
    await expect(writing).rejects.toMatchObject({ code: 'unavailable' });
    await expect(opened.stores.dropRequests(0)).rejects.toBeInstanceOf(AggregateError);
  });

  it('drops whole days, and is written again', async () => {
    const [first, second] = [MIDNIGHT_MS - DAY_MS, MIDNIGHT_MS];
    await write([sample(1, { atMs: first - 1 }), sample(2, { atMs: first }), sample(3, { atMs: second })]);
    // What could not be dropped because of the database that is away is tested above.
    const drop = (beforeMs: number) => opened.stores.dropRequests(beforeMs).catch(() => undefined);
    await drop(first - 1);
    expect(await numbers()).toEqual([3, 2, 1]);
    await drop(first);
    expect(await numbers()).toEqual([3, 2]);
    await drop(second - 1);
    expect(await numbers()).toEqual([3, 2]);
    await drop(second);
    expect(await numbers()).toEqual([3]);
    await write([sample(4, { atMs: second + 4 })]);
    expect(await numbers()).toEqual([4, 3]);
  });
});
