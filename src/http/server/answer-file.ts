import type { Answer, Call } from './route.ts';
import type { StaticFile } from './static-files.ts';

/** A file whose name holds a hash of its content never changes. */
export const FOREVER = 'public, max-age=31536000, immutable';

export function answerFile(call: Call, file: StaticFile, headers: Record<string, string>): Answer {
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
