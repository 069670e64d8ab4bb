import { afterEach, describe, expect, it, vi } from 'vitest';
import { Batcher, type BatcherOptions } from './batcher.ts';

const options = (more: Partial<BatcherOptions> = {}): BatcherOptions => ({
  rowsMax: 256,
  rowsEnough: 256,
  waitingMax: 1_000,
  waitMsMax: 1_000,
  isRowError: (error) => error instanceof RangeError,
  overdue: () => new Error('overdue'),
  ...more,
});

/** A writer whose statements complete when the test says so. */
function manualWriter() {
  const batches: { rows: readonly number[]; commit: () => void; fail: (error: Error) => void }[] = [];
  const write = (rows: readonly number[]) =>
    new Promise<number[]>((resolve, reject) => {
      batches.push({ rows, commit: () => resolve(rows.map((row) => row * 2)), fail: reject });
    });
  return { batches, write };
}

afterEach(() => void vi.useRealTimers());

const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

describe('Batcher', () => {
  it('resolves a row only after its statement has completed', async () => {
    const { batches, write } = manualWriter();
    const commit = new Batcher(write, options());
    const resolved: number[] = [];
    const results = [1, 2, 3].map((row) => commit.submit(row).then((result) => resolved.push(result)));
    await turn();
    expect(batches.map((batch) => batch.rows)).toEqual([[1, 2, 3]]);
    expect(resolved).toEqual([]);
    batches[0]?.commit();
    await Promise.all(results);
    expect(resolved).toEqual([2, 4, 6]);
  });

  it('adds rows that arrive during a batch to the next one, and never runs two at once', async () => {
    const { batches, write } = manualWriter();
    const commit = new Batcher(write, options({ rowsMax: 2 }));
    const results = [1, 2, 3, 4, 5].map((row) => commit.submit(row));
    for (const expected of [[1, 2], [3, 4], [5]]) {
      await turn();
      expect(batches.at(-1)?.rows).toEqual(expected);
      batches.at(-1)?.commit();
    }
    expect(await Promise.all(results)).toEqual([2, 4, 6, 8, 10]);
    expect(batches).toHaveLength(3);
  });

  it('takes at most half of the rows, so the next batch is as large', async () => {
    const { batches, write } = manualWriter();
    const commit = new Batcher(write, options({ rowsEnough: 2 }));
    const results = Array.from({ length: 12 }, (_, row) => commit.submit(row));
    for (const expected of [2, 6, 4]) {
      expect(batches.at(-1)?.rows).toHaveLength(expected);
      batches.at(-1)?.commit();
      await turn();
    }
    expect(await Promise.all(results)).toEqual(Array.from({ length: 12 }, (_, row) => row * 2));
  });

  it('starts immediately once enough rows wait, and adds later rows to the next batch', async () => {
    const { batches, write } = manualWriter();
    const commit = new Batcher(write, options({ rowsEnough: 2 }));
    const results = [1, 2, 3, 4, 5].map((row) => commit.submit(row));
    expect(batches.map((batch) => batch.rows)).toEqual([[1, 2]]);
    batches[0]?.commit();
    await turn();
    expect(batches.at(-1)?.rows).toEqual([3, 4, 5]);
    batches[1]?.commit();
    expect(await Promise.all(results)).toEqual([2, 4, 6, 8, 10]);
  });

  it('sends the next batch before it resolves the last one', async () => {
    const order: string[] = [];
    let complete: (() => void) | undefined;
    const commit = new Batcher<number, number>(
      (rows) => {
        order.push(`sent ${rows.join()}`);
        return new Promise((resolve) => {
          complete = () => resolve([...rows]);
        });
      },
      options({ rowsEnough: 1 }),
    );
    const first = commit.submit(1).then((row) => order.push(`resolved ${row}`));
    const second = commit.submit(2).then((row) => order.push(`resolved ${row}`));
    complete?.();
    await first;
    complete?.();
    await second;
    expect(order).toEqual(['sent 1', 'sent 2', 'resolved 1', 'resolved 2']);
  });

  it('continues after a failed batch', async () => {
    let fail = true;
    const commit = new Batcher<number, number>((rows) => {
      const result = fail ? Promise.reject(new Error('connection lost')) : Promise.resolve([...rows]);
      fail = false;
      return result;
    }, options());
    await expect(commit.submit(1)).rejects.toThrow('connection lost');
    expect(await commit.submit(2)).toBe(2);
  });

  it('rejects only the row that fails', async () => {
    const statements: number[][] = [];
    const commit = new Batcher<number, string>((rows) => {
      statements.push([...rows]);
      return rows.includes(13) ? Promise.reject(new RangeError('13')) : Promise.resolve(rows.map(String));
    }, options());
    const results = await Promise.allSettled([1, 13, 2].map((row) => commit.submit(row)));
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(statements).toEqual([[1, 13, 2], [1], [13], [2]]);
  });

  it('does not retry a batch if its outcome is unknown', async () => {
    let statements = 0;
    const commit = new Batcher<number, number>(() => {
      statements += 1;
      return Promise.reject(new Error('connection lost'));
    }, options());
    const results = await Promise.allSettled([commit.submit(1), commit.submit(2)]);
    expect(results.every((result) => result.status === 'rejected')).toBe(true);
    expect(statements).toBe(1);
  });

  it('rejects a row that waited too long, without sending it', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { batches, write } = manualWriter();
    const commit = new Batcher(write, options({ waitMsMax: 30 }));
    const first = commit.submit(1);
    await turn();
    const second = commit.submit(2);
    vi.advanceTimersByTime(31);
    batches[0]?.commit();
    expect(await first).toBe(2);
    await expect(second).rejects.toThrow('overdue');
    expect(batches).toHaveLength(1);
  });

  it('rejects immediately if the queue is full', async () => {
    const { batches, write } = manualWriter();
    const commit = new Batcher(write, options({ waitingMax: 1 }));
    const first = commit.submit(1);
    await expect(commit.submit(2)).rejects.toThrow('overdue');
    await turn();
    batches[0]?.commit();
    expect(await first).toBe(2);
  });

  it('lets rows gather before it writes them all', async () => {
    const batches: (readonly number[])[] = [];
    const write = async (rows: readonly number[]) => {
      batches.push(rows);
      return [...rows];
    };
    const commit = new Batcher(write, options({ rowsEnough: 1, gatherMs: 10 }));
    const first = commit.submit(1);
    await turn();
    expect(batches).toEqual([]);
    expect(await Promise.all([first, commit.submit(2), commit.submit(3)])).toEqual([1, 2, 3]);
    expect(batches).toEqual([[1, 2, 3]]);
  });

  it('does not gather more rows than fit into a batch', async () => {
    const { batches, write } = manualWriter();
    const commit = new Batcher(write, options({ rowsMax: 2, gatherMs: 3_600_000 }));
    const results = [commit.submit(1), commit.submit(2)];
    await turn();
    expect(batches.map((batch) => batch.rows)).toEqual([[1, 2]]);
    batches[0]?.commit();
    expect(await Promise.all(results)).toEqual([2, 4]);
  });
});
