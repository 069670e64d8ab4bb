import type { BlockTiming } from './measure-blocks.ts';
import type { CatchUp } from './measure-catch-up.ts';
import type { Detection } from './measure-detection.ts';
import type { EvmCatchUp } from './measure-evm-catch-up.ts';
import { BLOCK_TRANSFERS, type ExactTiming } from './measure-exact-amounts.ts';
import type { FirstByte } from './measure-first-byte.ts';
import type { Idle } from './measure-idle.ts';
import type { Memory } from './measure-memory.ts';
import type { PageTiming, Query } from './measure-pages.ts';
import { type Pair, ratioOfPairs } from './measure-pairs.ts';
import { JUDGED_IN_FLIGHT, type Round } from './measure-rounds.ts';
import type { Searches } from './measure-searches.ts';
import type { SizeTimings } from './measure-sizes.ts';
import type { Streams } from './measure-streams.ts';
import { PACED_PER_SECOND, type Subscribed } from './measure-subscribed.ts';
import type { VisitorsRound } from './measure-visitors.ts';
import type { Case } from './parse-options.ts';
import { median, type Spread, spreadOf } from './sample.ts';

export interface Results {
  rounds: readonly Round[];
  pages: readonly PageTiming[];
  memory: Memory | undefined;
  idle: Idle | undefined;
  searches: Searches | undefined;
  sizes: readonly SizeTimings[];
  streams: Streams | undefined;
  blocks: readonly BlockTiming[];
  catchUps: readonly CatchUp[];
  detections: readonly Detection[];
  visitors: readonly VisitorsRound[];
  webhooks: WebhookResults;
  evm: EvmResults;
}

export interface EvmResults {
  /** Giving an intent its exact amount. */
  assignments: readonly ExactTiming[];
  /** Reading a block of transfers to the shared address. */
  transfers: readonly ExactTiming[];
  catchUps: readonly EvmCatchUp[];
}

export interface WebhookResults {
  /** Webhooks per second of a worker, compared to a bare loop. */
  deliveries: readonly Pair[];
  /** Creates per second with the request log and the outbox, compared to without. */
  outbox: readonly Pair[];
  subscribed: Subscribed;
  /** The 99th percentile of how late events reach healthy endpoints beside broken ones, compared to without. */
  neighbors: readonly Pair[];
  firstByte: FirstByte | undefined;
}

export interface Verdict {
  target: string;
  /** Undefined if this run did not measure it. */
  value: number | undefined;
  unit: string;
  met: boolean | undefined;
}

/** The average block time of each network. */
export const BLOCK_SECONDS = { Litecoin: 150, Bitcoin: 600, BNB: 0.45 };

export const roundsOf = (rounds: readonly Round[], name: Case, inFlight: number): Round[] =>
  rounds.filter((round) => round.name === name && round.inFlight === inFlight);

/** The throughput of one case divided by that of another, round by round, because both ran within the same minute. */
export function ratioOf(rounds: readonly Round[], one: Case, other: Case, inFlight: number): Spread | undefined {
  const others = new Map(roundsOf(rounds, other, inFlight).map((round) => [round.round, round.perSecond]));
  const ratios = roundsOf(rounds, one, inFlight).flatMap(({ round, perSecond }) => {
    const against = others.get(round);
    return against === undefined ? [] : [perSecond / against];
  });
  return ratios.length === 0 ? undefined : spreadOf(ratios);
}

/** The median of a query at the largest table size divided by the median at the smallest. */
export function growthOf(pages: readonly PageTiming[], query: Query): { rows: number; ratio: number } | undefined {
  const timings = pages.filter((page) => page.query === query);
  const [first, last] = [timings[0], timings.at(-1)];
  return first && last && first !== last ? { rows: last.rows, ratio: last.p50Ms / first.p50Ms } : undefined;
}

/** The creates beside visitors divided by those without them, round by round. */
export function besideVisitors(visitors: readonly VisitorsRound[]): Spread | undefined {
  const ratios = visitors.map(({ alonePerSecond, besidePerSecond }) => besidePerSecond / alonePerSecond);
  return ratios.length === 0 ? undefined : spreadOf(ratios);
}

export function judge(results: Results): Verdict[] {
  const { rounds, pages, memory, idle, blocks, catchUps, detections, visitors, webhooks, evm } = results;
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
    atLeast(1, `(a) reaches at least 1.0 × (b) ${at}`, ratio('b')),
    atLeast(1.2, `(a) reaches at least 1.2 × (b) ${at} (goal)`, ratio('b')),
    atLeast(1.6, `(a) reaches at least 1.6 × (d) ${at}`, ratio('d')),
    below(4, `p99 of (a) is below 4 × p50 ${at}`, tail, '×'),
    below(1.5, `the first page with ${rows} intents takes less than 1.5 × as long as with 1,000`, growth?.ratio, '×'),
    below(100, `the slowest median of a page with ${rows} intents is below 100 ms`, slowest, 'ms'),
    atLeast(0.5, `(h) reaches at least 0.5 × (e) ${at}`, ratioOf(rounds, 'h', 'e', JUDGED_IN_FLIGHT)?.median),
    atLeast(1, `(e) reaches at least 1.0 × (a) ${at}`, ratioOf(rounds, 'e', 'a', JUDGED_IN_FLIGHT)?.median),
    atLeast(0.6, `(h) reaches at least 0.6 × (a) ${at}`, ratioOf(rounds, 'h', 'a', JUDGED_IN_FLIGHT)?.median),
    atLeast(1.2, `(v) reaches at least 1.2 × (a) ${at}`, ratioOf(rounds, 'v', 'a', JUDGED_IN_FLIGHT)?.median),
    atLeast(0.2, `(w) reaches at least 0.2 × (a) ${at}`, ratioOf(rounds, 'w', 'a', JUDGED_IN_FLIGHT)?.median),
    atLeast(0.5, '(a) reaches at least 0.5 × (b) at 1 in flight', ratioOf(rounds, 'a', 'b', 1)?.median),
    below(
      2.001,
      `a block with ${count(blocks.at(-1)?.openIntents ?? 100_000)} open intents takes at most 2 × as long as with ${count(blocks[0]?.openIntents ?? 100)}`,
      growthOfTimings(blocks),
      '×',
    ),
    atLeast(10, 'empty blocks are read at least 10 × as fast as Litecoin produces them', speed('empty blocks')),
    atLeast(10, 'full blocks are read at least 10 × as fast as Litecoin produces them', speed('full blocks')),
    below(
      2.001,
      `a payment is reported within two polls with ${count(detections.at(-1)?.openIntents ?? 100_000)} open intents`,
      detections.at(-1)?.maxPolls,
      'polls',
    ),
    atLeast(
      0.7,
      'creates beside 64 anonymous connections reach at least 0.7 × of their rate without them',
      besideVisitors(visitors)?.median,
    ),
    ...judgeWebhooks(webhooks),
    ...judgeEvm(evm),
    below(220, 'memory after the creates is below 220 MB', memory?.endMb, 'MB'),
    below(1_500.001, 'a server on an existing data folder is ready within 1.5 s', idle && median(idle.readyMs), 'ms'),
    below(250.001, 'an idle server and its PostgreSQL take at most 250 MB', idle?.memoryMb, 'MB'),
  ];
}

const count = (value: number) => value.toLocaleString('en-US');

function judgeWebhooks({ deliveries, outbox, subscribed, neighbors, firstByte }: WebhookResults): Verdict[] {
  const perSecond = deliveries.length === 0 ? undefined : median(deliveries.map(({ measured }) => measured));
  return [
    atLeast(1_500, 'one worker sends at least 1,500 webhooks per second', perSecond, 'per second'),
    atLeast(0.95, 'creates with request log and outbox reach at least 0.95 ×', ratioOfPairs(outbox)?.median),
    atLeast(0.6, 'creates with two endpoints reach at least 0.6 ×', ratioOfPairs(subscribed.full)?.median),
    below(
      1.201,
      `at ${PACED_PER_SECOND} creates per second with two endpoints, p50 is at most 1.2 ×`,
      ratioOfPairs(subscribed.paced)?.median,
      '×',
    ),
    below(
      2,
      'events reach 50 healthy endpoints beside two broken ones with a p99 below 2 ×',
      ratioOfPairs(neighbors)?.median,
      '×',
    ),
    below(100.001, 'an event of an idle server arrives within 100 ms at the median', firstByte?.medianMs, 'ms'),
  ];
}

const beside = (timings: readonly ExactTiming[]) =>
  `beside ${count(timings.at(-1)?.openIntents ?? 10_000)} open intents on one address takes at most 2 × as long as beside ${count(timings[0]?.openIntents ?? 10)}`;

function judgeEvm({ assignments, transfers, catchUps }: EvmResults): Verdict[] {
  return [
    below(2.001, `an exact amount ${beside(assignments)}`, growthOfTimings(assignments), '×'),
    below(2.001, `a block of ${BLOCK_TRANSFERS} transfers ${beside(transfers)}`, growthOfTimings(transfers), '×'),
    ...(['tokens', 'coin and tokens'] as const).map((what) => {
      const found = catchUps.find((catchUp) => catchUp.what === what);
      const speed = found && found.perSecond * BLOCK_SECONDS.BNB;
      return atLeast(10, `blocks with ${what} are read at least 10 × as fast as BNB produces them`, speed);
    }),
  ];
}

/** The median beside the most open intents divided by that beside the fewest. */
export function growthOfTimings(timings: readonly { p50Ms: number }[]): number | undefined {
  const [few, many] = [timings[0], timings.at(-1)];
  return few && many && few !== many ? many.p50Ms / few.p50Ms : undefined;
}

function atLeast(bound: number, target: string, value: number | undefined, unit = '×'): Verdict {
  return { target, value, unit, met: value === undefined ? undefined : value >= bound };
}

function below(bound: number, target: string, value: number | undefined, unit: string): Verdict {
  return { target, value, unit, met: value === undefined ? undefined : value < bound };
}
