import type { BlockTiming } from './measure-blocks.ts';
import type { CatchUp } from './measure-catch-up.ts';
import type { Detection } from './measure-detection.ts';
import type { Memory } from './measure-memory.ts';
import type { PageTiming, Query } from './measure-pages.ts';
import { JUDGED_IN_FLIGHT, type Round } from './measure-rounds.ts';
import type { Streams } from './measure-streams.ts';
import type { Case } from './parse-options.ts';
import { median, type Spread, spreadOf } from './sample.ts';

export interface Results {
  rounds: readonly Round[];
  pages: readonly PageTiming[];
  memory: Memory | undefined;
  streams: Streams | undefined;
  blocks: readonly BlockTiming[];
  catchUps: readonly CatchUp[];
  detections: readonly Detection[];
}

export interface Verdict {
  demand: string;
  /** Undefined where this run has not measured it. */
  value: number | undefined;
  unit: string;
  kept: boolean | undefined;
}

/** How often a network makes a block. */
export const BLOCK_SECONDS = { Litecoin: 150, Bitcoin: 600 };

export const roundsOf = (rounds: readonly Round[], name: Case, inFlight: number): Round[] =>
  rounds.filter((round) => round.name === name && round.inFlight === inFlight);

/** How many times as much the one does as the other, round by round: both were measured within the same minute. */
export function ratioOf(rounds: readonly Round[], one: Case, other: Case, inFlight: number): Spread | undefined {
  const others = new Map(roundsOf(rounds, other, inFlight).map((round) => [round.round, round.perSecond]));
  const ratios = roundsOf(rounds, one, inFlight).flatMap(({ round, perSecond }) => {
    const against = others.get(round);
    return against === undefined ? [] : [perSecond / against];
  });
  return ratios.length === 0 ? undefined : spreadOf(ratios);
}

/** How many times as long a query takes at the largest size as at the smallest, by medians. */
export function growthOf(pages: readonly PageTiming[], query: Query): { rows: number; ratio: number } | undefined {
  const timings = pages.filter((page) => page.query === query);
  const [first, last] = [timings[0], timings.at(-1)];
  return first && last && first !== last ? { rows: last.rows, ratio: last.p50Ms / first.p50Ms } : undefined;
}

export function judge({ rounds, pages, memory, blocks, catchUps, detections }: Results): Verdict[] {
  const ratio = (other: Case) => ratioOf(rounds, 'a', other, JUDGED_IN_FLIGHT)?.median;
  const own = roundsOf(rounds, 'a', JUDGED_IN_FLIGHT);
  const tail = own.length === 0 ? undefined : median(own.map(({ p99Ms, p50Ms }) => p99Ms / p50Ms));
  const growth = growthOf(pages, 'first page');
  const rows = (growth?.rows ?? 1_000_000).toLocaleString('en-US');
  const largest = Math.max(...pages.map((page) => page.rows));
  const medians = pages.filter((page) => page.rows === largest).map((page) => page.p50Ms);
  const slowest = medians.length === 0 ? undefined : Math.max(...medians);
  const speed = (what: CatchUp['what']) => {
    const found = catchUps.find((catchUp) => catchUp.what === what);
    return found && found.perSecond * BLOCK_SECONDS.Litecoin;
  };
  const at = `at ${JUDGED_IN_FLIGHT} in flight`;
  return [
    atLeast(1, `(a) does at least 1.0 × (b) ${at}`, ratio('b')),
    atLeast(1.2, `(a) does at least 1.2 × (b) ${at} (aim)`, ratio('b')),
    atLeast(1.6, `(a) does at least 1.6 × (d) ${at}`, ratio('d')),
    below(4, `p99 of (a) is below 4 × p50 ${at}`, tail, '×'),
    below(1.5, `first page at ${rows} intents takes below 1.5 × that at 1,000`, growth?.ratio, '×'),
    below(100, `the slowest median of a page at ${rows} intents is below 100 ms`, slowest, 'ms'),
    atLeast(0.5, `(h) does at least 0.5 × (e) ${at}`, ratioOf(rounds, 'h', 'e', JUDGED_IN_FLIGHT)?.median),
    below(
      2.001,
      `a block beside ${count(blocks.at(-1)?.openIntents ?? 100_000)} open intents costs at most 2 × that beside ${count(blocks[0]?.openIntents ?? 100)}`,
      blockGrowth(blocks),
      '×',
    ),
    atLeast(10, 'empty blocks are caught up with at least 10 × as fast as Litecoin makes them', speed('empty blocks')),
    atLeast(10, 'full blocks are caught up with at least 10 × as fast as Litecoin makes them', speed('full blocks')),
    below(
      2.001,
      `a payment is told within two polls beside ${count(detections.at(-1)?.openIntents ?? 100_000)} open intents`,
      detections.at(-1)?.maxPolls,
      'polls',
    ),
    below(220, 'memory after the creates is below 220 MB', memory?.endMb, 'MB'),
  ];
}

const count = (value: number) => value.toLocaleString('en-US');

function blockGrowth(blocks: readonly BlockTiming[]): number | undefined {
  const [few, many] = [blocks[0], blocks.at(-1)];
  return few && many && few !== many ? many.p50Ms / few.p50Ms : undefined;
}

function atLeast(bound: number, demand: string, value: number | undefined): Verdict {
  return { demand, value, unit: '×', kept: value === undefined ? undefined : value >= bound };
}

function below(bound: number, demand: string, value: number | undefined, unit: string): Verdict {
  return { demand, value, unit, kept: value === undefined ? undefined : value < bound };
}
