import corpus from '../corpus.json' with { type: 'json' };
import { isEvmSeed } from '../simulation.ts';
import { AMOUNT_BUGS } from './amount-bugs.ts';
import type { Bug } from './bug.ts';
import { CHAIN_BUGS } from './chain-bugs.ts';
import { EVENT_BUGS } from './event-bugs.ts';
import { EVM_BUGS } from './evm-bugs.ts';
import { STORE_BUGS } from './store-bugs.ts';

const COUNT = 200;
/** The seeds that failed before come first: some bugs are too rare for the others. */
const SEEDS = [...corpus.map(({ seed }) => seed), ...Array.from({ length: COUNT }, (_, index) => index + 1)];
const EVM_SEEDS = Array.from({ length: 16 * COUNT }, (_, index) => index + 1)
  .filter(isEvmSeed)
  .slice(0, COUNT);

interface PlantedBug {
  bug: Bug;
  /** One of them must find it. */
  seeds: readonly number[];
}

/** Every planted bug by its name. */
export const PLANTED_BUGS: ReadonlyMap<string, PlantedBug> = new Map([
  ...[...CHAIN_BUGS, ...STORE_BUGS, ...AMOUNT_BUGS, ...EVENT_BUGS].map(
    (bug) => [bug.name, { bug, seeds: SEEDS }] as const,
  ),
  ...EVM_BUGS.map((bug) => [`${bug.name}, on EVM chains`, { bug, seeds: EVM_SEEDS }] as const),
]);
