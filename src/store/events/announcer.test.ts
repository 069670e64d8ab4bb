import { describe, expect, it } from 'vitest';
import { type IntentId, makeId, uuidOf } from '../../domain/ids.ts';
import type { Run, Statement } from '../database/database.ts';
import { Announcer } from './announcer.ts';

const MERCHANT = 'merchant';

/** A database that answers when the test says so, and remembers what was sent. */
function setUp() {
  const sent: { channel: string; rows: unknown[][] }[][] = [];
  const answers: { resolve: () => void; reject: () => void }[] = [];
  const database = {
    query({ values }: Statement) {
      const [channels, payloads] = values as [string[], string[]];
      sent.push(payloads.map((text, at) => ({ channel: channels[at] ?? '', rows: JSON.parse(text) as unknown[][] })));
      const { promise, resolve, reject } = Promise.withResolvers<never[]>();
      answers.push({ resolve: () => resolve([]), reject: () => reject(new Error('away')) });
      return promise;
    },
    close: async () => undefined,
  };
  const announcer = new Announcer(database, { gather: () => Promise.resolve() });
  const answer = async (how: 'resolve' | 'reject' = 'resolve') => {
    answers.shift()?.[how]();
    await turn();
  };
  return { announcer, sent, answer };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

const idOf = (number: number): IntentId => makeId('pi', number, new Uint8Array(10));

const created = (number: number, merchant = MERCHANT) => ({
  merchant,
  intent: { id: idOf(number), livemode: false, sequence: 1, status: 'requires_payment' as const },
});

describe('an announcer', () => {
  it('has one statement in flight, and sends what came in meanwhile with the next one', async () => {
    const { announcer, sent, answer } = setUp();
    announcer.announceChange([MERCHANT, false, 'a', 2, 'processing']);
    announcer.announceNumber([MERCHANT, false, 7]);
    await turn();
    expect(sent).toEqual([
      [
        { channel: 'florin_numbers', rows: [[MERCHANT, false, 7]] },
        { channel: 'florin_changes', rows: [[MERCHANT, false, 'a', 2, 'processing']] },
      ],
    ]);
    announcer.announceChange([MERCHANT, false, 'b', 2, 'processing']);
    announcer.announceChange([MERCHANT, false, 'c', 2, 'processing']);
    await turn();
    expect(sent).toHaveLength(1);
    await answer();
    expect(sent[1]?.[0]?.rows.map(([, , intent]) => intent)).toEqual(['b', 'c']);
    await answer();
    expect(sent).toHaveLength(2);
  });

  it('sends the newest change of an intent, the newest new intent and the last number', async () => {
    const { announcer, sent, answer } = setUp();
    announcer.announceNumber(['other', true, 1]);
    await turn();
    for (const sequence of [2, 4, 3]) announcer.announceChange([MERCHANT, false, 'a', sequence, 'processing']);
    announcer.announceCreated([created(5), created(9), created(7), created(6, 'other')]);
    announcer.announceCreated([created(8)]);
    announcer.announceNumber([MERCHANT, false, 3]);
    announcer.announceNumber([MERCHANT, false, 5]);
    await answer();
    expect(sent[1]).toEqual([
      { channel: 'florin_numbers', rows: [[MERCHANT, false, 5]] },
      {
        channel: 'florin_changes',
        rows: [
          [MERCHANT, false, 'a', 4, 'processing'],
          [MERCHANT, false, uuidOf(idOf(9)), 1, 'requires_payment'],
          ['other', false, uuidOf(idOf(6)), 1, 'requires_payment'],
        ],
      },
    ]);
  });

  it('prefers a first announcement to one that is made again', async () => {
    const { announcer, sent, answer } = setUp();
    announcer.announceNumber(['other', true, 1]);
    await turn();
    announcer.announceChange([MERCHANT, false, 'a', 2, 'processing', true]);
    announcer.announceChange([MERCHANT, false, 'a', 2, 'processing']);
    announcer.announceChange([MERCHANT, false, 'b', 2, 'processing']);
    announcer.announceChange([MERCHANT, false, 'b', 2, 'processing', true]);
    await answer();
    expect(sent[1]?.[0]?.rows).toEqual([
      [MERCHANT, false, 'a', 2, 'processing'],
      [MERCHANT, false, 'b', 2, 'processing'],
    ]);
  });

  it('sends many changes in notifications that fit, some at a time, and no more than it can keep', async () => {
    const { announcer, sent, answer } = setUp();
    for (let number = 0; number < 10_100; number += 1) {
      announcer.announceChange(['0'.repeat(36), false, `${number}`.padStart(36, '0'), 1_000, 'requires_payment']);
    }
    await turn();
    while (sent.flat().flatMap(({ rows }) => rows).length < 10_000) await answer();
    await answer();
    expect(sent.flat().flatMap(({ rows }) => rows)).toHaveLength(10_000);
    for (const notices of sent) expect(notices.length).toBeLessThanOrEqual(10);
    for (const { rows } of sent.flat()) expect(JSON.stringify(rows).length).toBeLessThan(8_000);
  });

  it('drops what it cannot send, and goes on', async () => {
    const { announcer, sent, answer } = setUp();
    announcer.announceChange([MERCHANT, false, 'a', 2, 'processing']);
    await turn();
    announcer.announceChange([MERCHANT, false, 'b', 2, 'processing']);
    await answer('reject');
    expect(sent).toHaveLength(1);
    announcer.announceChange([MERCHANT, false, 'c', 2, 'processing']);
    await turn();
    expect(sent[1]?.[0]?.rows).toEqual([[MERCHANT, false, 'c', 2, 'processing']]);
  });

  it('announces what a transaction noted, only if it commits', async () => {
    const { announcer, sent } = setUp();
    const database = { transaction: <Result>(steps: (run: Run) => Promise<Result>) => steps(async () => []) };
    const failing = announcer.after(database, async ({ note }) => {
      note([MERCHANT, false, 'a', 2, 'processing']);
      throw new RangeError('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    const result = await announcer.after(database, async ({ note }) => {
      note([MERCHANT, false, 'b', 2, 'processing']);
      await turn();
      expect(sent).toEqual([]);
      return 5;
    });
    await turn();
    expect(result).toBe(5);
    expect(sent.flat().flatMap(({ rows }) => rows.map(([, , intent]) => intent))).toEqual(['b']);
  });

  it('sends what waits before it closes', async () => {
    const { announcer, sent, answer } = setUp();
    announcer.announceChange([MERCHANT, false, 'a', 2, 'processing']);
    const closing = announcer.close();
    await turn();
    expect(sent).toHaveLength(1);
    await answer();
    await closing;
  });
});
