import { ERRORS, type Problem } from '../../domain/errors.ts';
import { withoutPrivateKeys } from '../../domain/keys/key.ts';
import type { Answer } from './route.ts';

/** A problem as RFC 9457 wants it. Every error answer of the service is written here. */
export function presentProblem(problem: Problem, at: { baseUrl: string; path: string; requestId: string }): Answer {
  const row = ERRORS[problem.code];
  return {
    status: row.status,
    headers: { 'content-type': 'application/problem+json', ...problem.headers },
    body: JSON.stringify({
      type: `${at.baseUrl}/docs/errors/${problem.code}`,
      title: row.title,
      status: row.status,
      detail: problem.message,
      instance: withoutKeys(at.path),
      code: problem.code,
      request_id: at.requestId,
      retryable: row.retryable,
      ...(problem.errors.length > 0 ? { errors: problem.errors } : {}),
    }),
  };
}

/** The path alone: the query is the caller's business, and a private key must not travel further than it has. */
const withoutKeys = (path: string): string => withoutPrivateKeys(path.split('?', 1)[0] ?? '').slice(0, 300);
