import type { Static } from 'typebox';
import { ERRORS, type Problem } from '../../domain/errors.ts';
import { withoutPrivateKeys } from '../../domain/keys/key.ts';
import type { ContentHeaders } from './answer.ts';
import { type JsonText, toJsonText } from './json-text.ts';
import type { ProblemSchema } from './problem-schema.ts';

interface ProblemAnswer {
  status: number;
  headers: ContentHeaders;
  body: JsonText<Static<typeof ProblemSchema>>;
}

/** An error answer in the format of RFC 9457. */
export function presentProblem(
  problem: Problem,
  at: { baseUrl: string; path: string; requestId: string },
): ProblemAnswer {
  const row = ERRORS[problem.code];
  return {
    status: row.status,
    headers: { 'content-type': 'application/problem+json', ...problem.headers },
    body: toJsonText({
      type: `${at.baseUrl}/docs/errors/${problem.code}`,
      title: row.title,
      status: row.status,
      detail: problem.message,
      instance: withoutKeys(at.path),
      code: problem.code,
      request_id: at.requestId,
      retryable: row.retryable,
      ...(problem.network === undefined ? {} : { network: problem.network }),
      ...(problem.errors.length > 0 ? { errors: [...problem.errors] } : {}),
    }),
  };
}

/** Only the path, without the query and without private keys, so that the answer can be logged. */
const withoutKeys = (path: string): string => withoutPrivateKeys(path.split(/[?#]/, 1)[0] ?? '').slice(0, 300);
