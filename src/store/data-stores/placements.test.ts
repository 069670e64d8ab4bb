import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeId } from '../../domain/ids.ts';
import type { MerchantMove } from '../../ports/merchant-moves.ts';
import { Placements } from './placements.ts';

const merchantId = makeId('mer', 1, new Uint8Array(10));
const to = makeId('ds', 1, new Uint8Array(10));
const move: MerchantMove = { id: '1', merchantId, from: undefined, to, state: 'copying', startedAtMs: 0 };

describe('placements', () => {
  let listed: MerchantMove[] | Error;
  let reads: number;
  let placements: Placements;

  beforeEach(() => {
    vi.useFakeTimers();
    [listed, reads] = [[], 0];
    const list = async () => {
      reads += 1;
      if (listed instanceof Error) throw listed;
      return listed;
    };
    placements = new Placements({ moves: { list }, merchants: { find: async () => undefined } });
  });

  afterEach(() => {
    placements.stop();
    vi.useRealTimers();
  });

  it('tell when a merchant begins to move, has switched, and is done, once each', async () => {
    const heard: string[] = [];
    placements.start(({ state }) => heard.push(state));
    for (const moves of [[move], [move], [{ ...move, state: 'switched' } as const], []]) {
      listed = moves;
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(heard).toEqual(['copying', 'switched', 'switched']);
  });

  it('answer at once from what is known, and ask again before it is too old', async () => {
    expect(await placements.isMoving(merchantId)).toBe(false);
    listed = [move];
    expect(placements.isMoving(merchantId)).toBe(false);
    expect(reads).toBe(1);
    await vi.advanceTimersByTimeAsync(500);
    // Good enough for this one, and the next ones know better.
    expect(placements.isMoving(merchantId)).toBe(false);
    await vi.advanceTimersByTimeAsync(0);
    expect(placements.isMoving(merchantId)).toBe(true);
    await vi.advanceTimersByTimeAsync(1_100);
    listed = [];
    expect(await placements.isMoving(merchantId)).toBe(false);
  });

  it('do not answer from what is too old, if nothing newer can be read', async () => {
    await placements.isMoving(merchantId);
    listed = new Error('away');
    await vi.advanceTimersByTimeAsync(500);
    expect(placements.isMoving(merchantId)).toBe(false);
    await vi.advanceTimersByTimeAsync(600);
    await expect(placements.isMoving(merchantId)).rejects.toThrow('away');
  });
});
