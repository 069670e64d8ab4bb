import { BLOCK_SECONDS, type EvmResults, growthOfTimings } from './judge.ts';
import { BLOCK_TRANSFERS, type ExactTiming } from './measure-exact-amounts.ts';
import { printTable, printWhole } from './print-table.ts';

/** What exact amounts cost, and how fast an EVM chain is read. */
export function describeEvm({ assignments, transfers, catchUps }: EvmResults): string[] {
  const rows = catchUps.map(({ what, count, perSecond, calls, peakMb }) => [
    what,
    printWhole(count),
    perSecond.toFixed(1),
    `${(perSecond * BLOCK_SECONDS.BNB).toFixed(1)} ×`,
    (calls / count).toPrecision(2),
    peakMb.toFixed(0),
  ]);
  const head = ['what is expected', 'blocks', 'per second', 'compared to BNB', 'calls per block', 'peak MB'];
  return [
    ...describeTimings('An exact amount on a shared address', assignments),
    ...describeTimings(`A block of ${BLOCK_TRANSFERS} transfers to a shared address`, transfers),
    ...(rows.length === 0 ? [] : ['## Catching up on an EVM chain\n', printTable([head, ...rows]), '']),
  ];
}

function describeTimings(title: string, timings: readonly ExactTiming[]): string[] {
  if (timings.length === 0) return [];
  const rows = timings.map(({ openIntents, p50Ms, p99Ms }) => [
    printWhole(openIntents),
    p50Ms.toFixed(2),
    p99Ms.toFixed(2),
  ]);
  const growth = growthOfTimings(timings);
  return [
    `## ${title}\n`,
    printTable([['open intents', 'p50 ms', 'p99 ms'], ...rows]),
    growth === undefined ? '' : `\n${growth.toFixed(2)} × beside the most open intents.\n`,
  ];
}
