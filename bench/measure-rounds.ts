import type { Bench } from './open-bench.ts';
import type { Variant } from './open-variants.ts';
import type { Case } from './parse-options.ts';
import type { Sample } from './sample.ts';

export const IN_FLIGHT = [1, 16, 64, 256] as const;
/** The verdicts are about this number of requests in flight. */
export const JUDGED_IN_FLIGHT = 64;
/** Node compiles a busy function several times over; it has come to rest after about so many requests. */
const WARM_UP_ANSWERS = 25_000;
const WARM_UP_PIECE_SECONDS = 2;
const WARM_UP_PIECES_MAX = 5;

export interface Round extends Sample {
  name: Case;
  inFlight: number;
  round: number;
}

/**
 * All variants in turn, round by round, forwards and backwards: what changes on the machine during the run, and the
 * growing of the tables, meets every variant alike.
 */
export async function measureRounds(bench: Bench, variants: readonly Variant[]): Promise<Round[]> {
  const { options, postgres, say } = bench;
  for (const variant of variants) {
    say(`${variant.name}  warm-up`);
    await warmUp(variant, options.rounds === 1 ? 1 : WARM_UP_PIECES_MAX);
  }
  const rounds: Round[] = [];
  for (let round = 0; round < options.rounds + options.extraRounds; round += 1) {
    for (const inFlight of round < options.rounds ? IN_FLIGHT : [JUDGED_IN_FLIGHT]) {
      for (const variant of round % 2 === 0 ? variants : variants.toReversed()) {
        await postgres.settle();
        const sample = await variant.measure(inFlight, options.seconds);
        rounds.push({ name: variant.name, inFlight, round, ...sample });
        say(`${variant.name}  round ${round + 1}, ${inFlight} in flight: ${Math.round(sample.perSecond)}/s`);
      }
    }
  }
  return rounds;
}

async function warmUp(variant: Variant, piecesMax: number): Promise<void> {
  let answers = 0;
  for (let piece = 0; piece < piecesMax && answers < WARM_UP_ANSWERS; piece += 1) {
    answers += (await variant.measure(JUDGED_IN_FLIGHT, WARM_UP_PIECE_SECONDS)).answers;
  }
}
