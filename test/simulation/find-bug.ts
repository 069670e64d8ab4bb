import { memoryBacking } from './backing.ts';
import { PLANTED_BUGS } from './bugs/planted-bugs.ts';
import { runSeed, type SeedResult } from './run-seed.ts';

/** The first violation that a planted bug leads to. */
export async function findBug(name: string): Promise<SeedResult['violation']> {
  const planted = PLANTED_BUGS.get(name);
  if (!planted) throw new Error(`unknown bug: ${name}`);
  for (const seed of planted.seeds) {
    const { violation } = await runSeed(seed, memoryBacking(), planted.bug);
    if (violation) return violation;
  }
  return undefined;
}
