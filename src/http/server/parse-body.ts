import { isUtf8 } from 'node:buffer';
import { Problem } from '../../domain/errors.ts';
import { LIMITS } from '../../domain/limits.ts';

/** The value, and the text exactly as the client sent it. */
export interface JsonBody<Value> {
  type: 'json';
  text: string;
  value: Value;
}

export interface CsvBody {
  type: 'csv';
  text: string;
}

export type ParsedBody = JsonBody<unknown> | CsvBody;

export function parseCsvBody(bytes: Buffer): ParsedBody {
  if (!isUtf8(bytes)) throw new Problem('unsupported_media_type', 'The CSV text is not valid UTF-8.');
  return { type: 'csv', text: bytes.toString('utf8') };
}

export function parseBody(bytes: Buffer): ParsedBody {
  if (!isUtf8(bytes)) throw new Problem('malformed_json', 'The body is not valid UTF-8.');
  const text = bytes.toString('utf8');
  if (text === '') return { type: 'json', text, value: undefined };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Problem('malformed_json', `The body is not valid JSON: ${(error as Error).message.slice(0, 200)}`);
  }
  if (countBrackets(text) > LIMITS.bodyDepthMax && isDeeper(value, LIMITS.bodyDepthMax)) {
    throw new Problem('malformed_json', `The body has more than ${LIMITS.bodyDepthMax} levels of nesting.`);
  }
  return { type: 'json', text, value };
}

/** Counts the opening brackets. If there are few, the value need not be walked, which takes 20 µs. */
function countBrackets(text: string): number {
  let count = 0;
  for (const bracket of '{[') {
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) count += 1;
  }
  return count;
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const name in value) {
    if (isDeeper((value as Record<string, unknown>)[name], levels - 1)) return true;
  }
  return false;
}
