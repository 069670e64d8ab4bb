import type { IncomingHttpHeaders } from 'node:http';
import type { AnyAnswer, FileAnswer } from './answer.ts';
import { isKnown } from './entity-tag.ts';

/** For files whose name contains a hash of their content. */
export const FOREVER = 'public, max-age=31536000, immutable';

/** The form of a file that the client accepts, or nothing if it has the file already. */
export function answerFile(
  request: IncomingHttpHeaders,
  { status, headers, file }: FileAnswer,
): Exclude<AnyAnswer, FileAnswer | { events: unknown } | { chunks: unknown }> {
  const { contentType, body, gzip, etag } = file;
  const common = { etag, vary: 'Accept-Encoding', ...headers };
  if (isKnown(request, etag)) return { status: 304, headers: common };
  const plain = { ...common, 'content-type': contentType };
  if (!gzip || !/\bgzip\b/.test(request['accept-encoding'] ?? '')) return { status, headers: plain, body };
  return { status, headers: { ...plain, 'content-encoding': 'gzip' }, body: gzip() };
}
