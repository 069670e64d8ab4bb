import { Problem } from '../../domain/errors.ts';

/** What the framework throws before a route is reached, in the words of our own table. */
const FRAMEWORK: Record<string, () => Problem> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () =>
    new Problem(
      'body_too_large',
      'The body is larger than this path takes: 64 KiB, 1 MiB for text/csv, 1 KiB from a payer’s page.',
    ),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new Problem('unsupported_media_type', 'Send "Content-Type: application/json".'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new Problem('malformed_request', 'The body is not as long as Content-Length says.'),
  FST_ERR_BAD_URL: () => new Problem('malformed_request', 'The path cannot be read.'),
  FST_ERR_ASYNC_CONSTRAINT: () => new Problem('malformed_request', 'The request cannot be routed.'),
  FST_ERR_MAX_PARAM_LENGTH: () => new Problem('not_found', 'There is nothing at this path.'),
};

export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const code = (error as { code?: unknown } | null)?.code;
  const known = typeof code === 'string' ? FRAMEWORK[code] : undefined;
  return (
    known?.() ??
    new Problem('internal', 'The server met an unexpected error. It is in the log under the request id.', {
      cause: error,
    })
  );
}
