import { ERRORS, Problem } from '../../domain/errors.ts';

/** The framework's errors, as errors of our table. */
const FRAMEWORK: Record<string, () => Problem> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () =>
    new Problem('body_too_large', `The body is too large. ${ERRORS.body_too_large.meaning}`),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new Problem('unsupported_media_type', 'Send "Content-Type: application/json".'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new Problem('malformed_request', 'The length of the body does not match Content-Length.'),
  FST_ERR_BAD_URL: () => new Problem('malformed_request', 'The path is malformed.'),
  FST_ERR_ASYNC_CONSTRAINT: () => new Problem('malformed_request', 'The request cannot be routed.'),
  FST_ERR_MAX_PARAM_LENGTH: () => new Problem('not_found', 'Nothing was found at this path.'),
};

export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const code = (error as { code?: unknown } | null)?.code;
  const known = typeof code === 'string' ? FRAMEWORK[code] : undefined;
  return (
    known?.() ??
    new Problem('internal', 'An unexpected error occurred. The server’s log has the details under the request ID.', {
      cause: error,
    })
  );
}
