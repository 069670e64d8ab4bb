import type { ContentAnswer, Headers } from './answer.ts';
import type { AnyCall } from './call.ts';
import type { StaticFile } from './static-files.ts';

/** For files whose name contains a hash of their content. */
export const FOREVER = 'public, max-age=31536000, immutable';

export function answerFile(call: Pick<AnyCall, 'headers'>, file: StaticFile, headers: Headers): ContentAnswer<200> {
  const zipped = file.gzip && /\bgzip\b/.test(call.headers['accept-encoding'] ?? '');
  return {
    status: 200,
    headers: {
      'content-type': file.contentType,
      vary: 'Accept-Encoding',
      ...headers,
      ...(zipped ? { 'content-encoding': 'gzip' } : {}),
    },
    body: zipped && file.gzip ? file.gzip : file.body,
  };
}
