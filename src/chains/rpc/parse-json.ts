/** Finds a number that a double may not represent exactly. In a string it would stand behind a quotation mark. */
const LONG_NUMBER = /[[:,]\s*-?\d{16}/;

/** TypeScript does not know the third parameter of a reviver yet. */
type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;

const keepInteger: Reviver = (_key, value, { source = '' }) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? BigInt(source) : value;

/**
 * Parses JSON with every integer exact: one that a double cannot represent becomes a bigint. Nodes write 64-bit integers as
 * JSON numbers. Most responses have no such number and are parsed without a reviver, which is slow.
 */
export function parseJson(text: string): unknown {
  return LONG_NUMBER.test(text)
    ? JSON.parse(text, keepInteger as (key: string, value: unknown) => unknown)
    : JSON.parse(text);
}
