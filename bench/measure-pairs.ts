import type { Bench } from './open-bench.ts';
import type { Case } from './parse-options.ts';
import { type Spread, spreadOf } from './sample.ts';

/** One round of two ways that are compared. */
export interface Pair {
  measured: number;
  /** What it is compared to. */
  baseline: number;
}

interface Sides {
  measured: () => Promise<number>;
  baseline: () => Promise<number>;
  unit: string;
}

/** Measures both sides in each round, the one first and then the other. */
export async function measurePairs(bench: Bench, name: Case, { measured, baseline, unit }: Sides): Promise<Pair[]> {
  const { options, postgres, print } = bench;
  const take = async (side: () => Promise<number>) => {
    await postgres.settle();
    return side();
  };
  const pairs: Pair[] = [];
  for (let round = 0; round < options.rounds + options.extraRounds; round += 1) {
    const pair = { measured: 0, baseline: 0 };
    const sides = [
      ['measured', measured],
      ['baseline', baseline],
    ] as const;
    for (const [side, run] of round % 2 === 0 ? sides : sides.toReversed()) pair[side] = await take(run);
    pairs.push(pair);
    const [one, other] = [pair.measured, pair.baseline].map((value) => Number(value.toPrecision(4)));
    print(`${name}  round ${round + 1}: ${one} ${unit}, compared to ${other} ${unit}`);
  }
  return pairs;
}

/** The one side divided by the other, round by round. */
export function ratioOfPairs(pairs: readonly Pair[]): Spread | undefined {
  return pairs.length === 0 ? undefined : spreadOf(pairs.map(({ measured, baseline }) => measured / baseline));
}
