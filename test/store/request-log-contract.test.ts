import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MerchantId } from '../../src/domain/ids.ts';
import { LIMITS } from '../../src/domain/limits.ts';
import type { LoggedRequest } from '../../src/domain/requests/logged-request.ts';
import { makeRequestId } from '../../src/domain/requests/request-id.ts';
import type { RequestFilter } from '../../src/ports/request-log.ts';
import type { Store, Tenant } from '../../src/ports/stores.ts';
import { sampleLoggedRequest } from '../memory/sample-logged-request.ts';
import { type OpenStores, openableStores } from './open-stores.ts';
import { newMerchantId } from './sample-intent.ts';
import { newId } from './sample-rows.ts';

const DAY_MS = 86_400_000;
/** The end of a day, so that a batch falls on two of them. */
const MIDNIGHT_MS = Date.UTC(2031, 4, 7);

const summaryOf = ({ requestBody: _body, responseBody: _response, ...summary }: LoggedRequest) => summary;

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
  beforeEach(() => {
    processes += 1;
  });
  const idOf = (number: number, atMs = MIDNIGHT_MS + number) =>
    makeRequestId(atMs, processes.toString(16).padStart(6, '0'), number);
  const sample = (number: number, more: Partial<LoggedRequest> = {}) => sampleLoggedRequest(idOf(number), more);
  const sampleAt = (atMs: number, number: number) => sampleLoggedRequest(idOf(number, atMs));

  const write = (requests: readonly LoggedRequest[], owner: { merchantId: MerchantId; livemode: boolean } = tenant) => {
    const { merchantId, livemode } = owner;
    return opened.stores.writeRequests(
      undefined,
      requests.map((request) => ({ merchantId, livemode, request })),
    );
  };
  const list = (filter: Partial<RequestFilter> = {}) => store.requests.list({ limit: 10, ...filter });
  const page = async (olderThan?: LoggedRequest['id']) => {
    const { requests, next } = await list({ limit: 2, ...(olderThan && { olderThan }) });
    return { ids: requests.map(({ id }) => id), next };
  };
  /** Another database may be away, which another test covers. */
  const drop = (beforeMs: number) => opened.stores.dropRequests(beforeMs).catch(() => undefined);
  const numbers = async (filter: Partial<RequestFilter> = {}) =>
    (await list(filter)).requests.map(({ id }) => Number.parseInt(id.slice(-6), 16));

  const erase = (email = 'Ada+x@example.com', limit = 10) => store.customers.eraseRequests(email, limit);
  const pathOf = async ({ id }: LoggedRequest) => (await store.requests.find(id))?.path;

  describe('erasing a customer', () => {
    it('hides the address in paths, however it is escaped, and leaves the rest', async () => {
      const paths = [
        '/items/ada+x@example.com',
        '/items?mail=ADA%2Bx%40example.com&limit=1',
        '/a?b=%61da%252bx%2540example.com',
      ];
      const [own, other] = [paths, ['/items?mail=eve@example.com', '/items?limit=1']].map((named, at) =>
        named.map((path, place) => sample(10 * at + place + 1, { path })),
      ) as [LoggedRequest[], LoggedRequest[]];
      await write([...own, ...other]);
      expect(await erase()).toBe(3);
      expect(await Promise.all(own.map(pathOf))).toEqual(['/items/…', '/items?mail=…&limit=1', '/a?b=…']);
      for (const request of other) expect(await pathOf(request)).toBe(request.path);
      expect(await erase()).toBe(0);
    });

    it('removes both bodies of requests that name it, in steps, and of nobody else', async () => {
      const requestBody = '{"email":"ada+X@example.com"}';
      const own = [1, 2, 3].map((number) => sample(number, { requestBody, responseBody: 'Ada' }));
      const other = sample(4, { responseBody: '{"email":"eve@example.com"}' });
      await write([...own, other, sample(5, { path: '/items?mail=ada%2Bx@example.com', requestBody: 'Ada' })]);
      await write([sample(6, { requestBody })], { ...tenant, livemode: true });
      expect([await erase(undefined, 3), await erase(undefined, 3), await erase()]).toEqual([3, 1, 0]);
      const found = await Promise.all([...own, sample(5)].map(({ id }) => store.requests.find(id)));
      for (const request of found) expect(request).toMatchObject({ requestBody: undefined, responseBody: undefined });
      expect(await store.requests.find(other.id)).toEqual(other);
      const live = await opened.stores.of({ ...tenant, livemode: true });
      expect(await live.requests.find(sample(6).id)).toMatchObject({ requestBody });
    });

    it('finds the longest address', async () => {
      const email = `${'😀'.repeat(240)}@example.com`;
      const request = sample(1, { path: `/items?mail=${encodeURIComponent(email)}` });
      await write([request]);
      expect(await erase(email)).toBe(1);
      expect(await pathOf(request)).toBe('/items?mail=…');
    });
  });

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
    const alike = { ...whole, id: idOf(3), ms: 1, intentId: undefined, requestBody: undefined };
    await write([whole, sample(2), alike]);
    expect(await store.requests.find(whole.id)).toEqual(whole);
    expect(await store.requests.find(idOf(2))).toEqual(sample(2));
    expect(await store.requests.find(idOf(3))).toEqual(alike);
    for (const id of [idOf(4), makeRequestId(0, '000000', 0), makeRequestId(2 ** 48 - 1, 'ffffff', 2 ** 24 - 1)]) {
      expect(await store.requests.find(id)).toBeUndefined();
    }
    expect(await list()).toEqual({ requests: [alike, sample(2), whole].map(summaryOf), next: undefined });
    expect(await numbers({ olderThan: makeRequestId(2 ** 48 - 1, 'ffffff', 0) })).toEqual([3, 2, 1]);
  });

  it('returns pages, newest first, also where times are equal and days end', async () => {
    const atMs = MIDNIGHT_MS;
    const [one, two, three] = [1, 2, 3].map((number) => sampleAt(atMs, number));
    const [before, after] = [sampleAt(atMs - 1, 4), sampleAt(atMs + 1, 5)];
    await write([one, two, three, before, after].filter((each) => each !== undefined));
    expect(await page()).toEqual({ ids: [after.id, three?.id], next: three?.id });
    expect(await page(three?.id)).toEqual({ ids: [two?.id, one?.id], next: one?.id });
    expect(await page(one?.id)).toEqual({ ids: [before.id], next: undefined });
  });

  it('filters by status, method, route, key, problem, payment intent and time', async () => {
    const [keyId, intentId] = [newId('key'), newId('pi')];
    await write([
      sample(1, { status: 201, intentId, method: 'POST', route: '/{public_key}/create_checkout_payment_intent' }),
      sample(2, { status: 404, problem: 'not_found' }),
      sample(3, { status: 422, problem: 'validation_failed', method: 'POST' }),
      sample(4, { status: 500, problem: 'internal', keyId }),
      sample(5, { status: 399, intentId }),
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
    expect(await numbers({ intentId })).toEqual([5, 1]);
    expect(await numbers({ intentId, method: 'POST' })).toEqual([1]);
    expect(await numbers({ intentId: newId('pi') })).toEqual([]);
    expect(await numbers({ afterMs: MIDNIGHT_MS + 2 })).toEqual([5, 4, 3]);
    expect(await numbers({ beforeMs: MIDNIGHT_MS + 3 })).toEqual([2, 1]);
    expect(await numbers({ afterMs: MIDNIGHT_MS + 1, beforeMs: MIDNIGHT_MS + 4, method: 'GET' })).toEqual([2]);
    expect(await numbers({ beforeMs: MIDNIGHT_MS + 3, olderThan: idOf(4) })).toEqual([2, 1]);
    expect(await numbers({ beforeMs: MIDNIGHT_MS + 5, olderThan: idOf(4) })).toEqual([3, 2, 1]);
    expect((await list({ status: { from: 400, to: 499 }, limit: 1 })).next).toBe(idOf(3));
  });

  it('searches a bounded number of requests at a time, and says where to go on', async () => {
    const wanted = sample(0, { method: 'PUT' });
    const failed = sample(LIMITS.requestLogSearchedMax, { status: 409, problem: 'invalid_state' });
    const rest = Array.from({ length: LIMITS.requestLogSearchedMax - 1 }, (_, index) => sample(index + 1));
    await write([wanted, ...rest, failed]);
    expect(await list({ method: 'PUT' })).toEqual({ requests: [], next: idOf(1) });
    expect(await list({ method: 'PUT', olderThan: idOf(1) })).toEqual({
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
    await write([sampleAt(first - 1, 1), sampleAt(first, 2), sampleAt(second, 3)]);
    await drop(first - 1);
    expect(await numbers()).toEqual([3, 2, 1]);
    await drop(first);
    expect(await numbers()).toEqual([3, 2]);
    await drop(second - 1);
    expect(await numbers()).toEqual([3, 2]);
    await drop(second);
    expect(await numbers()).toEqual([3]);
    await write([sampleAt(second + 4, 4)]);
    expect(await numbers()).toEqual([4, 3]);
  });
});
