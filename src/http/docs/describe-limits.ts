import type { Schema } from './open-api-types.ts';

/** A rule for a value, in words, with the literals that it names. */
export interface Limit {
  readonly text: string;
  readonly codes?: readonly string[];
}

function printNumber(value: number): string {
  return value >= 10_000 ? value.toLocaleString('en') : String(value);
}

/** `1–100`, `at least 1` or `up to 100`, followed by a unit such as characters. */
function range(low: number | undefined, high: number | undefined, unit = ''): Limit[] {
  if (high === undefined) return low === undefined ? [] : [{ text: `at least ${printNumber(low)}${unit}` }];
  return [{ text: `${low === undefined ? 'up to ' : `${printNumber(low)}–`}${printNumber(high)}${unit}` }];
}

function shapeLimits(schema: Schema): Limit[] {
  const expected = schema['x-expected'];
  if (expected !== undefined) return [{ text: expected }];
  return [
    ...range(schema.minimum, schema.maximum),
    ...range(schema.minLength, schema.maxLength, ' characters'),
    ...range(schema.minItems, schema.maxItems, ' items'),
    ...(schema.pattern === undefined ? [] : [{ text: 'matches', codes: [schema.pattern] }]),
  ];
}

export type PrintValue = (value: unknown) => string;

/** A value in a JSON body. */
export const printJson: PrintValue = (value) => JSON.stringify(value);

/** A value in a URL or a header, without quotes. */
export const printBare: PrintValue = String;

/** What a value must match besides its type, and its default. */
export function describeLimits(schema: Schema, print: PrintValue = printJson): readonly Limit[] {
  return [
    ...shapeLimits(schema),
    ...(schema.const === undefined ? [] : [{ text: 'always', codes: [print(schema.const)] }]),
    ...(schema.enum === undefined ? [] : [{ text: 'one of', codes: schema.enum.map(print) }]),
    ...(schema.default === undefined ? [] : [{ text: 'default', codes: [print(schema.default)] }]),
  ];
}
