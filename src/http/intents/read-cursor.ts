import { type IntentId, parseId } from '../../domain/ids.ts';
import { invalidQuery } from '../server/invalid-query.ts';

/** The intent that a page of intents starts after. */
export function readCursor(text: string): IntentId {
  const id = parseId('pi', text);
  if (id) return id;
  throw invalidQuery('cursor', 'the next_cursor of the previous page');
}
