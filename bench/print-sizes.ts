import type { Results, Verdict } from './judge.ts';
import { SIZE_STEPS, type SizeStep, type SizeTimings } from './measure-sizes.ts';
import { printTable, printWhole } from './print-table.ts';

/** What a person or a worker waits for must not grow with the table. An export and a backup grow with what they write. */
const RATIO_MAX = 1.5;
/** Smaller tables do not grow with the intents. */
const BYTES_PER_INTENT_MIN = 10;

export function describeSizes({ sizes }: Pick<Results, 'sizes'>): string[] {
  if (sizes.length === 0) return [];
  return [
    '## One merchant with few and with very many intents\n',
    printTable([
      ['p50 ms', ...sizes.map(({ intents }) => printWhole(intents))],
      ...SIZE_STEPS.map((step) => [step, ...sizes.map(({ steps }) => steps[step].toFixed(1))]),
      ['export, rows per second', ...sizes.map(({ exportedPerSecond }) => printWhole(exportedPerSecond))],
      ['backup, seconds', ...sizes.map(({ backup }) => backup.seconds.toFixed(1))],
      ['backup, MB', ...sizes.map(({ backup }) => backup.mb.toFixed(1))],
    ]),
    '',
    ...sizes.slice(-1).map(describeTables),
    '',
  ];
}

function describeTables({ intents, tables }: SizeTimings): string {
  const large = tables.filter(({ bytes }) => bytes / intents >= BYTES_PER_INTENT_MIN);
  const sumOf = (name: 'bytes' | 'indexBytes') => large.reduce((sum, table) => sum + table[name], 0);
  const all = { table: 'all', bytes: sumOf('bytes'), indexBytes: sumOf('indexBytes') };
  return printTable([
    [`bytes per intent of ${printWhole(intents)}`, 'with indexes', 'indexes'],
    ...[...large, all].map(({ table, bytes, indexBytes }) => [
      table,
      printWhole(bytes / intents),
      printWhole(indexBytes / intents),
    ]),
  ]);
}

export const judgeSizes = ({ sizes }: Pick<Results, 'sizes'>): Verdict[] =>
  SIZE_STEPS.map((step) => {
    const value = growthOf(sizes, step);
    const target = `${step} takes at most ${RATIO_MAX} × as long with very many intents`;
    return { target, value, unit: '×', met: value === undefined ? undefined : value <= RATIO_MAX };
  });

function growthOf(sizes: Results['sizes'], step: SizeStep): number | undefined {
  const [few, many] = sizes;
  return few && many && many.steps[step] / few.steps[step];
}
