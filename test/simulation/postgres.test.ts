import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type EngineDatabase, openPostgres } from '../store/engine-databases.ts';
import { times } from '../support/effort.ts';
import { memoryBacking, storedBacking } from './backing.ts';
import { describeResult } from './describe-result.ts';
import { runSeed, type SeedResult } from './run-seed.ts';

/** Long enough for a busy machine. An idle one needs a fraction of it. */
const TIMEOUT_MS = 1_800_000;
const SEEDS = times(8, 24);
/** Each lane has a separate database. Most of the time is spent waiting for it. */
const LANES = 4;

let lanes: EngineDatabase[] = [];

beforeAll(async () => {
  lanes = await Promise.all(Array.from({ length: LANES }, () => openPostgres(inject('embeddedUrl'))));
});

afterAll(() => Promise.all(lanes.map((lane) => lane.close())));

it(
  `holds all invariants for ${SEEDS} seeds on PostgreSQL, with the same results as in memory`,
  async () => {
    const failures: string[] = [];
    await Promise.all(
      lanes.map(async (opened, lane) => {
        for (let seed = lane + 1; seed <= SEEDS; seed += LANES) {
          const result = await runUndisturbed(seed, opened);
          if (result.violation) failures.push(describeResult(result));
          // The same simulation runs on both, so any difference would lead to another result.
          const inMemory = await runSeed(seed, memoryBacking());
          expect(result.digest, `seed ${seed}`).toEqual(inMemory.digest);
        }
      }),
    );
    expect(failures).toEqual([]);
  },
  TIMEOUT_MS,
);

/** A real timeout of the database is not part of the simulated world, so a seed that met one starts again. */
async function runUndisturbed(seed: number, opened: EngineDatabase): Promise<SeedResult> {
  for (;;) {
    const timeoutsBefore = opened.timeouts();
    await opened.empty();
    const result = await runSeed(seed, storedBacking(opened));
    if (opened.timeouts() === timeoutsBefore) return result;
  }
}
