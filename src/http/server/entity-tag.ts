import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** A weak entity tag: answers that have the same one say the same, but may differ in form, or in the moment they state. */
export const tagOf = (content: string | Buffer): string => `W/"${hash('sha256', content, 'base64url').slice(0, 22)}"`;

/** Whether the client has what the tag stands for. */
export function isKnown({ 'if-none-match': known }: IncomingHttpHeaders, tag: string): boolean {
  if (known === undefined) return false;
  return known.trim() === '*' || known.split(',').some((one) => withoutMark(one.trim()) === withoutMark(tag));
}

/** Weak and strong tags are compared alike. */
const withoutMark = (tag: string): string => tag.replace(/^W\//, '');
