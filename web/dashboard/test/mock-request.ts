import type { Problem } from '../src/api/generated.ts';

/** An error response. Its code comes from the API types, so a mock cannot send one that the server does not have. */
export class MockError extends Error {
  readonly status: number;
  readonly code: Problem['code'];
  readonly errors: Problem['errors'];
  readonly retryAfter: number | undefined;

  constructor(status: number, code: Problem['code'], detail: string, errors?: Problem['errors'], retryAfter?: number) {
    super(detail);
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.retryAfter = retryAfter;
  }
}

/** A 422 response for one invalid field. */
export function invalidField(field: string, code: string, detail: string): MockError {
  return new MockError(422, 'validation_failed', 'Some fields are missing or invalid.', [
    { pointer: `#/${field}`, code, detail },
  ]);
}

export const notFound = (): MockError => new MockError(404, 'not_found', 'Not found.');

export interface MockRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  body: string;
  csrf: string | string[] | undefined;
  notify: (id: string, status: string, sequence: number) => void;
}

export interface MockResponse {
  status: number;
  body?: unknown;
}

/** The password of every mock account. */
export const PASSWORD = 'correct horse battery';
