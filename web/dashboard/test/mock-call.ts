import type { Problem } from '../src/api/generated.ts';

export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: Problem['errors'];
  readonly retryAfter: number | undefined;

  constructor(status: number, code: string, detail: string, errors?: Problem['errors'], retryAfter?: number) {
    super(detail);
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.retryAfter = retryAfter;
  }
}

export interface MockCall {
  method: string;
  path: string;
  query: URLSearchParams;
  body: string;
  csrf: string | string[] | undefined;
  tell: (id: string, status: string, sequence: number) => void;
}

export interface Answer {
  status: number;
  body?: unknown;
}

/** Of everybody who is known here. */
export const PASSWORD = 'correct horse battery';
