import type { IntentRequest } from '../../domain/intents/intent-request.ts';

/**
 * A required text in the stored body of a request. Without a backslash, a quotation mark always begins or ends a string, so if
 * its key is there once, the text follows. Parsing all of the body takes five times as long, and an export does it a million
 * times.
 */
export function readSentText(body: string, name: string, find: (request: IntentRequest) => string): string {
  const key = `"${name}"`;
  const at = body.indexOf(key);
  if (body.includes('\\') || body.includes(key, at + key.length)) return find(JSON.parse(body) as IntentRequest);
  const start = body.indexOf('"', at + key.length) + 1;
  return body.slice(start, body.indexOf('"', start));
}
