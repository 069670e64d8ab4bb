import { Problem } from '../../domain/errors.ts';
import { type IntentId, parseId } from '../../domain/ids.ts';

/** The intent that a page of intents starts after. */
export function readCursor(text: string): IntentId {
  const id = parseId('pi', text);
  if (id) return id;
  throw invalidQuery('cursor', 'the next_cursor of the previous page');
}

export const invalidQuery = (parameter: string, expected: string) =>
  new Problem('validation_failed', 'The query is invalid.', {
    errors: [{ parameter, code: 'invalid_value', detail: `Must be ${expected}.` }],
  });
