import { describe, expect, it } from 'vitest';
import { requestIdOf, sampleLoggedRequest } from '../../../test/memory/sample-logged-request.ts';
import { type DataStoreId, makeId } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { RequestEntry } from '../../ports/request-log.ts';
import { RequestLog } from './request-log.ts';

const MERCHANT = makeId('mer', 1, new Uint8Array(10));
const OWN: DataStoreId = makeId('ds', 1, new Uint8Array(10));
const tenantOn = (dataStoreId: DataStoreId | undefined) => ({ merchantId: MERCHANT, livemode: true, dataStoreId });
const idsOf = (entries: readonly RequestEntry[]) => entries.map(({ request }) => request.id);

function setUp() {
  const opened: (DataStoreId | undefined)[] = [];
  const log = new RequestLog((id) => opened.push(id));
  const note = (count: number, dataStoreId?: DataStoreId, from = 0) => {
    for (let number = from; number < from + count; number += 1) {
      log.note(tenantOn(dataStoreId), sampleLoggedRequest(requestIdOf(number)));
    }
  };
  const batches: { dataStoreId: DataStoreId | undefined; entries: readonly RequestEntry[] }[] = [];
  const stores = {
    writeRequests: async (dataStoreId: DataStoreId | undefined, entries: readonly RequestEntry[]) =>
      void batches.push({ dataStoreId, entries }),
  };
  return { log, opened, note, batches, stores };
}

const away = { writeRequests: () => Promise.reject(new Error('away')) };

describe('RequestLog', () => {
  it('keeps the requests of each database apart until they are written, oldest first', async () => {
    const { log, note, batches, stores } = setUp();
    note(2);
    note(1, OWN, 2);
    await log.write(stores, undefined);
    expect(batches).toEqual([
      {
        dataStoreId: undefined,
        entries: [0, 1].map((number) => ({
          merchantId: MERCHANT,
          livemode: true,
          request: sampleLoggedRequest(requestIdOf(number)),
        })),
      },
    ]);
    await log.write(stores, OWN);
    expect(batches[1]).toMatchObject({ dataStoreId: OWN, entries: [{ request: { id: requestIdOf(2) } }] });
    expect(log.lost).toBe(0);
  });

  it('names each database once, before its first request', () => {
    const { opened, note } = setUp();
    note(2);
    note(2, OWN);
    expect(opened).toEqual([undefined, OWN]);
  });

  it('writes nothing when nothing waits', async () => {
    const { log, note, batches, stores } = setUp();
    await log.write(stores, undefined);
    note(1);
    await log.write(stores, undefined);
    await log.write(stores, undefined);
    expect(batches).toHaveLength(1);
  });

  it('writes a bounded batch, and everything at the end', async () => {
    const { log, note, batches, stores } = setUp();
    note(LIMITS.requestLogBatchRowsMax * 2 + 1);
    await log.write(stores, undefined);
    expect(batches.map(({ entries }) => entries.length)).toEqual([LIMITS.requestLogBatchRowsMax]);
    await log.flush(stores);
    expect(batches.map(({ entries }) => entries.length)).toEqual([
      LIMITS.requestLogBatchRowsMax,
      LIMITS.requestLogBatchRowsMax,
      1,
    ]);
  });

  it('drops and counts the oldest when too many wait', async () => {
    const { log, note, batches, stores } = setUp();
    note(LIMITS.requestLogWaitingMax);
    expect(log.lost).toBe(0);
    note(3, undefined, LIMITS.requestLogWaitingMax);
    expect(log.lost).toBe(3);
    await log.flush(stores);
    const written = batches.flatMap(({ entries }) => idsOf(entries));
    expect(written).toHaveLength(LIMITS.requestLogWaitingMax);
    expect(written[0]).toBe(requestIdOf(3));
    expect(written.at(-1)).toBe(requestIdOf(LIMITS.requestLogWaitingMax + 2));
  });

  it('loses and counts a batch that a database does not take, and goes on with the next', async () => {
    const { log, note, batches, stores } = setUp();
    note(2);
    await expect(log.write(away, undefined)).rejects.toThrow('away');
    expect(log.lost).toBe(2);
    note(1, undefined, 2);
    await log.write(stores, undefined);
    expect(batches.map(({ entries }) => idsOf(entries))).toEqual([[requestIdOf(2)]]);
  });

  it('takes requests while a database does not answer, and flushes the others', async () => {
    const { log, note, batches, stores } = setUp();
    note(1);
    note(1, OWN);
    const stuck = {
      writeRequests: (id: DataStoreId | undefined, entries: readonly RequestEntry[]) =>
        id === undefined ? new Promise<void>(() => undefined) : stores.writeRequests(id, entries),
    };
    void log.write(stuck, undefined);
    note(1, undefined, 1);
    void log.flush(stuck);
    await expect.poll(() => batches.map(({ dataStoreId }) => dataStoreId)).toEqual([OWN]);
    expect(log.lost).toBe(0);
  });

  it('ends its flush when a database fails', async () => {
    const { log, note } = setUp();
    note(1);
    await expect(log.flush(away)).resolves.toBeUndefined();
  });
});
