import { withoutFences } from './markdown.ts';

/** A name is a member of `LIMITS`; the source of a file is read where a name has the form `path#constant`. */
export interface Figures {
  limits: Readonly<Record<string, number>>;
  readSource: (path: string) => string | undefined;
}

/** A number, its unit if any, and the comment with the name of the limit. */
const MARKED = /(?:(\d[\d,]*(?:\.\d+)?)`?(?: ([A-Za-z]+))?)?<!-- ?(.*?) ?-->/g;

/** A number with a unit in which limits are given, and no name after it. */
const UNMARKED = /\d[\d,]*(?:\.\d+)? (?:KiB|MiB|bytes|characters|levels|hours|days|per second|per minute)\b(?!<!--)/g;

const UNITS: Record<string, number> = {
  ms: 1,
  s: 1_000,
  min: 60_000,
  hours: 3_600_000,
  days: 86_400_000,
  KiB: 1_024,
  MiB: 1_048_576,
};
const TIME_UNITS = new Set(['ms', 's', 'min', 'hours', 'days']);

/** Numbers that differ from the limit that they name. */
export function checkLimits(text: string, figures: Figures): string[] {
  const rendered = withoutFences(text).replaceAll(/`[^`\n]*<!--[^`\n]*`/g, '');
  return [...rendered.matchAll(MARKED)].flatMap(([match, number, unit = '', name = '']) => {
    if (number === undefined) return [`${match} does not follow a number`];
    if (name === 'fixed') return [];
    const value = valueOf(name, figures);
    if (value === undefined) return [`${match}: ${name} does not exist`];
    const written = Number(number.replaceAll(',', '')) * (UNITS[unit] ?? 1);
    const actual = TIME_UNITS.has(unit) ? value * msPerUnitOf(name) : value;
    return Math.abs(written - actual) < 1e-6 ? [] : [`${match}: the code says ${value}`];
  });
}

/** Numbers that look like a limit and name none. */
export const findUnmarked = (text: string): string[] =>
  [
    ...withoutFences(text)
      .replaceAll(/`[^`\n]*`/g, '')
      .matchAll(UNMARKED),
  ].map(([match]) => `"${match}" needs the name of its limit: ${match}<!-- nameOfTheLimit -->`);

/** Rows of the tables under "Limits" and "Timeouts" that name no limit. */
export function findUnmarkedRows(text: string): string[] {
  const sections = text.split(/^## /m).filter((section) => /^(Limits|Timeouts)\n/.test(section));
  const rows = sections.flatMap((section) => section.split('\n').filter((line) => line.startsWith('| ')));
  return rows.filter((row) => !row.includes('<!--') && !row.startsWith('| What |')).map((row) => `no limit in: ${row}`);
}

function valueOf(name: string, { limits, readSource }: Figures): number | undefined {
  const [path = '', constant] = name.split('#');
  if (constant !== undefined) return constantIn(readSource(path) ?? '', constant);
  const terms = name.split('+').map((term) => product(term.split('*').map((factor) => limits[factor])));
  return terms.reduce((sum, term) => (sum === undefined || term === undefined ? undefined : sum + term));
}

/** The number that a constant, a property or a comparison has in the source. */
function constantIn(source: string, name: string): number | undefined {
  const pattern = new RegExp(`\\b${name.replaceAll('.', '\\.')}\\s*[:=<>]\\s*([\\d_]+(?:\\s*\\*\\s*[\\d_]+)*)`);
  const factors = pattern.exec(source)?.[1]?.split('*');
  return factors && product(factors.map((factor) => Number(factor.replaceAll('_', ''))));
}

function product(factors: readonly (number | undefined)[]): number | undefined {
  return factors.reduce((total, factor) => (total === undefined || factor === undefined ? undefined : total * factor));
}

/** How many milliseconds the unit in a name has: `keyCacheMs`, `expiresInSecondsMax`, `invoiceLinkDays`. */
function msPerUnitOf(name: string): number {
  if (/Days/.test(name)) return 86_400_000;
  return /Seconds/.test(name) ? 1_000 : 1;
}
