import type { Results, Verdict } from './judge.ts';
import { ratioOfPairs } from './measure-pairs.ts';
import { printSpread, printTable, printWhole } from './print-table.ts';

export function describeSearches({ searches }: Pick<Results, 'searches'>): string[] {
  if (!searches) return [];
  const { intents, termsMb, indexMb, indexedPerSecond, early, now, exported, creates } = searches;
  const ratio = ratioOfPairs(creates);
  return [
    `## Searches, filters and exports with ${printWhole(intents)} intents of one merchant\n`,
    printTable([
      ['query', 'p50 ms, early statistics', 'p50 ms, fresh statistics', 'slowest ms'],
      ...now.map(({ query, p50Ms, maxMs }, place) => [
        query,
        (early[place]?.p50Ms ?? 0).toFixed(1),
        p50Ms.toFixed(1),
        Math.max(maxMs, early[place]?.maxMs ?? 0).toFixed(1),
      ]),
    ]),
    `\nTerms: ${printWhole(termsMb)} MB and ${printWhole(indexMb)} MB for their index, written for ${printWhole(indexedPerSecond)} intents per second without rests.`,
    `Export: ${printWhole(exported.rows)} rows at ${printWhole(exported.perSecond)} per second; ${printWhole(exported.startMb)} MB before, at most ${printWhole(exported.peakMb)} MB, ${printWhole(exported.endMb)} MB after.`,
    `Creates with terms divided by creates without: ${ratio ? printSpread(ratio) : 'not measured'}.\n`,
  ];
}

export function judgeSearches({ searches }: Pick<Results, 'searches'>): Verdict[] {
  const slowest = searches && Math.max(...[...searches.early, ...searches.now].map(({ p50Ms }) => p50Ms));
  const ratio = searches && ratioOfPairs(searches.creates)?.median;
  const rows = searches?.exported.perSecond;
  return [
    verdict('every search and filter takes at most 100 ms at the median', slowest, 'ms', (value) => value <= 100),
    verdict('an export writes at least 20,000 rows per second', rows, 'per second', (value) => value >= 20_000),
    verdict('creates reach at least 0.95 × of their rate without search terms', ratio, '×', (value) => value >= 0.95),
  ];
}

const verdict = (
  target: string,
  value: number | undefined,
  unit: string,
  isMet: (value: number) => boolean,
): Verdict => ({ target, value, unit, met: value === undefined ? undefined : isMet(value) });
