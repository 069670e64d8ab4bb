import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type EngineDatabase, openPostgres } from '../store/engine-databases.ts';
import { memoryBacking, storedBacking } from './backing.ts';
import { describeResult } from './describe-result.ts';
import { runSeed } from './run-seed.ts';

/** For a machine that has other things to do; alone it takes a small part of that. */
const TIMEOUT_MS = 400_000;
const SEEDS = 50;
/** Each lane has a database of its own; most of the time is spent waiting for it. */
const LANES = 4;

let lanes: EngineDatabase[] = [];

beforeAll(async () => {
  lanes = await Promise.all(Array.from({ length: LANES }, () => openPostgres(inject('embeddedUrl'))));
});

afterAll(() => Promise.all(lanes.map((lane) => lane.close())));

it(
  `keeps every promise on ${SEEDS} seeds over PostgreSQL, and ends as it does in memory`,
  async () => {
    const failures: string[] = [];
    await Promise.all(
      lanes.map(async (opened, lane) => {
        for (let seed = lane + 1; seed <= SEEDS; seed += LANES) {
          await opened.empty();
          const result = await runSeed(seed, storedBacking(opened));
          if (result.violation) failures.push(describeResult(result));
          // The same world on both: whatever one of them did otherwise would have led to another end.
          const inMemory = await runSeed(seed, memoryBacking());
          expect(result.digest, `seed ${seed}`).toEqual(inMemory.digest);
        }
      }),
    );
    expect(failures).toEqual([]);
  },
  TIMEOUT_MS,
);
