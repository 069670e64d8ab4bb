import { BLOCK_SECONDS, besideVisitors, growthOf, judge, type Results, ratioOf, roundsOf } from './judge.ts';
import { type CatchUp, FULL_BLOCK_TRANSACTIONS } from './measure-catch-up.ts';
import { type PageTiming, QUERIES } from './measure-pages.ts';
import { IN_FLIGHT, type Round } from './measure-rounds.ts';
import type { Case } from './parse-options.ts';
import { describeEvm } from './print-evm.ts';
import { describeSearches, judgeSearches } from './print-searches.ts';
import { describeSizes, judgeSizes } from './print-sizes.ts';
import { printSpread, printTable, printWhole } from './print-table.ts';
import { describeWebhooks } from './print-webhooks.ts';
import { median, spreadOf } from './sample.ts';

const LABELS: Partial<Record<Case, string>> = {
  a: 'create over HTTP',
  b: 'pgbench, single insert',
  c: 'bare node:http',
  d: 'create, group commit off',
  e: 'read one over HTTP',
  h: 'checkout page over HTTP',
  v: 'unchanged status over HTTP',
  w: 'create and first view',
};

const WHOLE_UNITS = new Set(['MB', 'per second']);

/** All results as Markdown tables. */
export function printReport(results: Results): string {
  return [
    ...IN_FLIGHT.flatMap((inFlight) => describeLevel(results.rounds, inFlight)),
    ...describePages(results.pages),
    ...describeMemory(results),
    ...describeIdle(results),
    ...describeSearches(results),
    ...describeSizes(results),
    ...describeStreams(results),
    ...describeBlocks(results),
    ...describeCatchUps(results),
    ...describeDetections(results),
    ...describeVisitors(results),
    ...describeWebhooks(results.webhooks),
    ...describeEvm(results.evm),
    '## Targets\n',
    printTable([
      ['target', 'measured', 'met'],
      ...[...judge(results), ...judgeSearches(results), ...judgeSizes(results)].map(({ target, value, unit, met }) => [
        target,
        value === undefined ? 'not measured' : `${value.toFixed(WHOLE_UNITS.has(unit) ? 0 : 2)} ${unit}`,
        met === undefined ? '–' : met ? 'yes' : 'NO',
      ]),
    ]),
  ].join('\n');
}

function describeLevel(rounds: readonly Round[], inFlight: number): string[] {
  const rows = Object.entries(LABELS).flatMap(([name, label]) => {
    const own = roundsOf(rounds, name as Case, inFlight);
    if (own.length === 0) return [];
    const rate = spreadOf(own.map((round) => round.perSecond));
    const ratio = name === 'a' ? undefined : ratioOf(rounds, 'a', name as Case, inFlight);
    return [
      [
        `${name}  ${label}`,
        printWhole(rate.median),
        `${printWhole(rate.min)}–${printWhole(rate.max)}`,
        median(own.map((round) => round.p50Ms)).toFixed(1),
        median(own.map((round) => round.p99Ms)).toFixed(1),
        tailOf(own),
        ratio ? printSpread(ratio) : '',
        compareToBare(own),
      ],
    ];
  });
  if (rows.length === 0) return [];
  const head = [
    'case',
    'per second',
    'min–max',
    'p50 ms',
    'p99 ms',
    'p99/p50',
    '(a) ÷ this (min–max)',
    '÷ bare (min–max)',
  ];
  return [`## ${inFlight} in flight\n`, printTable([head, ...rows]), describeBatches(rounds, inFlight), ''];
}

/** The bare server gives the same answers. */
function compareToBare(rounds: readonly Round[]): string {
  const ratios = rounds.flatMap(({ perSecond, barePerSecond }) =>
    barePerSecond === undefined ? [] : [perSecond / barePerSecond],
  );
  return ratios.length === 0 ? '' : printSpread(spreadOf(ratios));
}

function describeBatches(rounds: readonly Round[], inFlight: number): string {
  const sizes = roundsOf(rounds, 'a', inFlight).flatMap(({ rowsPerBatch }) => rowsPerBatch ?? []);
  return sizes.length === 0 ? '' : `\n(a) wrote ${median(sizes).toFixed(1)} intents per statement.`;
}

function describePages(pages: readonly PageTiming[]): string[] {
  if (pages.length === 0) return [];
  const sizes = [...new Set(pages.map((page) => page.rows))];
  const rows = QUERIES.map((query) => {
    const cells = sizes.map((size) => {
      const page = pages.find((timing) => timing.rows === size && timing.query === query);
      return page ? `${page.p50Ms.toFixed(2)} / ${page.p99Ms.toFixed(2)}` : '';
    });
    return [query as string].concat(cells, `${growthOf(pages, query)?.ratio.toFixed(2) ?? '–'} ×`);
  });
  const head = [
    'p50 / p99 ms, one at a time',
    ...sizes.map((size) => `${printWhole(size)} intents`),
    'largest ÷ smallest',
  ];
  return ['## Pages of 20\n', printTable([head, ...rows]), ''];
}

function describeMemory({ memory }: Results): string[] {
  if (!memory) return [];
  const [start, end, peak] = [memory.startMb, memory.endMb, memory.peakMb].map((mb) => mb.toFixed(0));
  return [
    '## Memory of the server process\n',
    `${start} MB after the start, ${end} MB after ${printWhole(memory.creates)} creates, ${peak} MB at its peak.\n`,
  ];
}

function describeIdle({ idle }: Results): string[] {
  if (!idle) return [];
  const ready = spreadOf(idle.readyMs);
  const [usual, best, worst] = [ready.median, ready.min, ready.max].map((ms) => (ms / 1_000).toFixed(2));
  return [
    '## An idle server with its PostgreSQL\n',
    `Ready after ${usual} s (${best} to ${worst}) on an existing data folder; ${idle.memoryMb.toFixed(0)} MB in all its processes.\n`,
  ];
}

function describeStreams({ streams }: Results): string[] {
  if (!streams) return [];
  const { count, startMb, openMb } = streams;
  const each = ((openMb - startMb) * 1_000) / count;
  return [
    '## Open event streams\n',
    `${startMb.toFixed(0)} MB before, ${openMb.toFixed(0)} MB with ${printWhole(count)} checkout pages listening: ${each.toFixed(0)} KB each.\n`,
  ];
}

function describeBlocks({ blocks }: Results): string[] {
  if (blocks.length === 0) return [];
  const rows = blocks.map(({ openIntents, p50Ms, p99Ms }) => [
    printWhole(openIntents),
    p50Ms.toFixed(1),
    p99Ms.toFixed(1),
  ]);
  return [
    '## A block of 3,000 transactions\n',
    printTable([['open intents', 'p50 ms', 'p99 ms'], ...rows]),
    `\n${blocks[0]?.memoryMb.toFixed(0)} MB in the process that read all blocks.\n`,
  ];
}

/** Payments per second to a busy wallet. */
const BUSY_WALLET_PER_SECOND = 10;

const CAUGHT_UP: Record<CatchUp['what'], string> = {
  'empty blocks': 'empty blocks on Litecoin Core',
  'full blocks': `blocks of ${FULL_BLOCK_TRANSACTIONS.toLocaleString('en-US')} transactions`,
  'Solana payments': 'payments to one wallet on Solana',
};

function describeCatchUps({ catchUps }: Results): string[] {
  if (catchUps.length === 0) return [];
  const rows = catchUps.map(({ what, count, perSecond, peakMb }) => [
    CAUGHT_UP[what],
    printWhole(count),
    perSecond.toFixed(1),
    what === 'Solana payments'
      ? `${(perSecond / BUSY_WALLET_PER_SECOND).toFixed(1)} × ${BUSY_WALLET_PER_SECOND} a second`
      : `${printWhole(perSecond * BLOCK_SECONDS.Litecoin)} × Litecoin, ${printWhole(perSecond * BLOCK_SECONDS.Bitcoin)} × Bitcoin`,
    peakMb.toFixed(0),
  ]);
  const head = ['what', 'count', 'per second', 'compared to how fast they arrive', 'peak MB'];
  return ['## Catching up after a stop\n', printTable([head, ...rows]), ''];
}

function describeDetections({ detections }: Results): string[] {
  if (detections.length === 0) return [];
  const rows = detections.map(({ openIntents, payments, medianMs, maxMs, maxPolls, memoryMb }) => [
    printWhole(openIntents),
    printWhole(payments),
    printWhole(medianMs),
    printWhole(maxMs),
    (medianMs * (maxPolls / maxMs)).toFixed(2),
    maxPolls.toFixed(2),
    memoryMb.toFixed(0),
  ]);
  const head = ['open intents', 'payments', 'median ms', 'max ms', 'median polls', 'max polls', 'memory MB'];
  return ['## Time until a payment is reported\n', printTable([head, ...rows]), ''];
}

function describeVisitors({ visitors }: Results): string[] {
  const ratio = besideVisitors(visitors);
  if (!ratio) return [];
  const rows = visitors.map(({ alonePerSecond, besidePerSecond, answers }, index) => [
    String(index + 1),
    printWhole(alonePerSecond),
    printWhole(besidePerSecond),
    (besidePerSecond / alonePerSecond).toFixed(2),
    Object.entries(answers)
      .map(([status, count]) => `${status}: ${printWhole(count)}`)
      .join(', '),
  ]);
  return [
    '## Creates beside 64 anonymous connections\n',
    printTable([['round', 'alone per second', 'beside them per second', 'ratio', 'what they got'], ...rows]),
    `\n${printSpread(ratio)} of the rate without them.\n`,
  ];
}

/** autocannon measures whole milliseconds, so a median can be 0. */
function tailOf(rounds: readonly Round[]): string {
  const ratio = median(rounds.map((round) => round.p99Ms / round.p50Ms));
  return Number.isFinite(ratio) ? ratio.toFixed(1) : '–';
}
