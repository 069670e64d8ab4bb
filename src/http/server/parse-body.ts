import { isUtf8 } from 'node:buffer';
import { Problem } from '../../domain/errors.ts';
import { LIMITS } from '../../domain/limits.ts';

/** A body twice: as it was sent, which is what is stored, and as what it says. */
export interface ParsedBody {
  text: string;
  value: unknown;
  isCsv?: true;
}

/** CSV is read by whoever takes it; here it is text. */
export function parseCsvBody(bytes: Buffer): ParsedBody {
  if (!isUtf8(bytes)) throw new Problem('unsupported_media_type', 'The CSV text is not valid UTF-8.');
  return { text: bytes.toString('utf8'), value: undefined, isCsv: true };
}

export function parseBody(bytes: Buffer): ParsedBody {
  if (!isUtf8(bytes)) throw new Problem('malformed_json', 'The body is not valid UTF-8.');
  const text = bytes.toString('utf8');
  if (text === '') return { text, value: undefined };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Problem('malformed_json', `The body is not valid JSON: ${(error as Error).message.slice(0, 200)}`);
  }
  if (opens(text) > LIMITS.bodyDepthMax && isDeeper(value, LIMITS.bodyDepthMax)) {
    throw new Problem('malformed_json', `The body is nested deeper than ${LIMITS.bodyDepthMax} levels.`);
  }
  return { text, value };
}

/** How many brackets open anywhere in the text: few enough, and the value need not be walked, which takes 20 µs. */
function opens(text: string): number {
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
