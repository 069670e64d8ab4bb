import type { IncomingHttpHeaders } from 'node:http';
import { Type } from 'typebox';
import type { EmptyAnswer, HeaderDoc, Headers } from './answer.ts';
import { isKnown } from './entity-tag.ts';

/** How routes document it: the header of a request, that of its answer, and the answer to a client that has everything. */
export const IF_NONE_MATCH: Record<string, HeaderDoc> = {
  'If-None-Match': {
    description:
      'The `ETag` of an earlier response. If nothing has changed since, the response is 304, without a body.',
    schema: Type.String(),
  },
};
export const ETAG: Record<string, HeaderDoc> = {
  ETag: { description: 'Changes with what the response says. Send it as `If-None-Match`.', schema: Type.String() },
};
export const NOT_MODIFIED = { description: 'The client has the current version, by `If-None-Match`.' };

/** Answers 304 if the client has what it would get, which is then not made. */
export function unlessKnown<Given extends Headers, Answer extends object>(
  request: IncomingHttpHeaders,
  tag: string,
  headers: Given,
  answer: (headers: Given & { etag: string }) => Answer,
): Answer | EmptyAnswer<304> {
  const tagged = { ...headers, etag: tag };
  return isKnown(request, tag) ? { status: 304, headers: tagged } : answer(tagged);
}
