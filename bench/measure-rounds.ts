import type { Bench } from './open-bench.ts';
import type { Variant } from './open-variants.ts';
import type { Case, Options } from './parse-options.ts';
import type { Sample } from './sample.ts';

export const IN_FLIGHT = [1, 16, 64, 256] as const;
/** The number of requests in flight that the targets apply to. */
export const JUDGED_IN_FLIGHT = 64;
/** Node recompiles busy functions several times. After about this many requests the speed is stable. */
const WARM_UP_ANSWERS = 25_000;
const WARM_UP_PIECE_SECONDS = 2;
const WARM_UP_PIECES_MAX = 5;

export interface Round extends Sample {
  name: Case;
  inFlight: number;
  round: number;
  /** From a bare server with the same answers, at the number in flight that the targets apply to. */
  barePerSecond?: number;
}

/**
 * Measures all variants in turn, round by round, forward and backward, so that noise on the machine and growing tables
 * affect every variant equally.
 */
export async function measureRounds(bench: Bench, variants: readonly Variant[]): Promise<Round[]> {
  const { options, postgres, print } = bench;
  for (const variant of variants) {
    print(`${variant.name}  warmup`);
    await warmUp(variant, options);
  }
  const rounds: Round[] = [];
  for (let round = 0; round < options.rounds + options.extraRounds; round += 1) {
    for (const inFlight of round < options.rounds ? IN_FLIGHT : [JUDGED_IN_FLIGHT]) {
      for (const variant of round % 2 === 0 ? variants : variants.toReversed()) {
        await postgres.settle();
        const sample = await variant.measure(inFlight, options.seconds);
        const bare = inFlight === JUDGED_IN_FLIGHT ? await variant.measureBare?.(inFlight, options.seconds) : undefined;
        rounds.push({ name: variant.name, inFlight, round, ...sample, ...(bare && { barePerSecond: bare.perSecond }) });
        print(`${variant.name}  round ${round + 1}, ${inFlight} in flight: ${Math.round(sample.perSecond)}/s`);
      }
    }
  }
  return rounds;
}

export async function warmUp(variant: Pick<Variant, 'measure'>, { rounds }: Pick<Options, 'rounds'>): Promise<void> {
  const piecesMax = rounds === 1 ? 1 : WARM_UP_PIECES_MAX;
  let answers = 0;
  for (let piece = 0; piece < piecesMax && answers < WARM_UP_ANSWERS; piece += 1) {
    answers += (await variant.measure(JUDGED_IN_FLIGHT, WARM_UP_PIECE_SECONDS)).answers;
  }
}
