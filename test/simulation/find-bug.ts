import { isThorough } from '../support/effort.ts';
import { memoryBacking } from './backing.ts';
import foundBy from './bugs/found-by.json' with { type: 'json' };
import { PLANTED_BUGS } from './bugs/planted-bugs.ts';
import { runSeed, type SeedResult } from './run-seed.ts';

export interface FoundBug {
  name: string;
  seed: number | undefined;
  violation: SeedResult['violation'];
}

/** By the name of a bug, the seed that found it last time. */
const KNOWN: Partial<Record<string, number>> = foundBy;

/** The first violation that a planted bug leads to. What found it last time is tried first, because most seeds find nothing. */
export async function findBug(name: string): Promise<FoundBug> {
  const planted = PLANTED_BUGS.get(name);
  if (!planted) throw new Error(`unknown bug: ${name}`);
  const known = isThorough ? undefined : KNOWN[name];
  for (const seed of known === undefined ? planted.seeds : [known, ...planted.seeds]) {
    const { violation } = await runSeed(seed, memoryBacking(), planted.bug);
    if (violation) return { name, seed, violation };
  }
  return { name, seed: undefined, violation: undefined };
}
