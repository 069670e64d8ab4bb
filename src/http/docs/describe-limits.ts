import type { Schema } from './open-api-types.ts';
import { conditionsOf } from './resolve-schema.ts';

/** Something a value must keep to: words, and code where the words need a literal. */
export interface Limit {
  readonly text: string;
  readonly codes?: readonly string[];
}

/** Digits in groups, where there are enough of them to be miscounted. */
function printNumber(value: number): string {
  return Number.isInteger(value) && Math.abs(value) >= 10_000 ? value.toLocaleString('en') : String(value);
}

/** `1–100`, `at least 1`, `up to 100`, `exactly 3`, with a unit such as characters when there is one. */
function range(
  low: number | undefined,
  high: number | undefined,
  unit?: readonly [one: string, many: string],
): Limit[] {
  const noun = unit === undefined ? '' : ` ${(high ?? low) === 1 ? unit[0] : unit[1]}`;
  if (high === undefined) return low === undefined ? [] : [{ text: `at least ${printNumber(low)}${noun}` }];
  if (low === high) return [{ text: `exactly ${printNumber(high)}${noun}` }];
  const span = low === undefined ? 'up to ' : `${printNumber(low)}–`;
  return [{ text: `${span}${printNumber(high)}${noun}` }];
}

/** A count cannot be below 0, so a floor there is none. */
const floor = (low: number | undefined) => (low === 0 ? undefined : low);

const characterNames: Readonly<Record<string, string>> = {
  '[0-9]': 'digits',
  '\\d': 'digits',
  '[A-Z]': 'capital letters',
  '[a-z]': 'small letters',
  '[A-Za-z]': 'letters',
  '[a-zA-Z]': 'letters',
};

function describePattern(pattern: string): Limit {
  const simple = /^\^(\[[^\]]+\]|\\d)(\+|\{(\d+)(?:,(\d+))?\})\$$/.exec(pattern);
  const [, characters = '', count, low, high] = simple ?? [];
  const name = characterNames[characters];
  if (name === undefined) return { text: 'matches', codes: [pattern] };
  if (count === '+') return { text: `${name} only` };
  return { text: high === undefined ? `${low} ${name}` : `${low}–${high} ${name}` };
}

export type PrintValue = (value: unknown) => string;

/** A value as it stands in a JSON body. */
export const printJson: PrintValue = (value) => JSON.stringify(value) ?? 'undefined';

/** A value as it stands in an address or a header: a string without its quotes. */
export const printBare: PrintValue = (value) => (typeof value === 'string' ? value : printJson(value));

function numberLimits(schema: Schema): Limit[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const limits = range(minimum, maximum);
  if (exclusiveMinimum !== undefined) limits.push({ text: `more than ${exclusiveMinimum}` });
  if (exclusiveMaximum !== undefined) limits.push({ text: `less than ${exclusiveMaximum}` });
  if (multipleOf !== undefined) limits.push({ text: `multiple of ${multipleOf}` });
  return limits;
}

function sizeLimits(schema: Schema): Limit[] {
  const { minLength, maxLength, minItems, maxItems, minProperties, maxProperties } = schema;
  return [
    ...range(floor(minLength), maxLength, ['character', 'characters']),
    ...range(floor(minItems), maxItems, ['item', 'items']),
    ...range(floor(minProperties), maxProperties, ['key', 'keys']),
  ];
}

function shapeLimits(schema: Schema): Limit[] {
  const expected = schema['x-expected'];
  if (expected !== undefined) return [{ text: expected }];
  const limits = [...numberLimits(schema), ...sizeLimits(schema)];
  if (schema.pattern !== undefined) limits.push(describePattern(schema.pattern));
  if (schema.uniqueItems) limits.push({ text: 'no duplicates' });
  const conditions = conditionsOf(schema);
  if (conditions.length > 0) limits.push({ text: 'needs one of', codes: conditions });
  return limits;
}

/** Everything a schema demands of a value besides its type, and its default, ready to be read. */
export function describeLimits(schema: Schema, print: PrintValue = printJson): readonly Limit[] {
  const limits = shapeLimits(schema);
  if (schema.const !== undefined) limits.push({ text: 'always', codes: [print(schema.const)] });
  if (schema.enum !== undefined) limits.push({ text: 'one of', codes: schema.enum.map(print) });
  if (schema.default !== undefined) limits.push({ text: 'default', codes: [print(schema.default)] });
  return limits;
}
