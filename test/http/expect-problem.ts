import { expect } from 'vitest';
import type { Reply } from '../support/client.ts';

interface ProblemBody {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  code: string;
  request_id: string;
  retryable: boolean;
  network?: string;
  errors?: { pointer?: string; parameter?: string; code: string; detail: string }[];
}

/** The invalid fields, and the network that cannot be reached. */
const OPTIONAL = new Set(['errors', 'network']);

/** The codes after which the same request may succeed later. */
const RETRYABLE = new Set(['request_timeout', 'idempotency_in_flight', 'rate_limited', 'internal', 'unavailable']);

const MEMBERS = ['type', 'title', 'status', 'detail', 'instance', 'code', 'request_id', 'retryable'];

/** Checks the shape of an error response, and returns it for further checks. */
export function expectProblem(reply: Reply, status: number, code: string): ProblemBody {
  expect({ status: reply.status, code: reply.json['code'], text: reply.text }).toMatchObject({ status, code });
  expect(reply.headers.get('content-type')).toMatch(/^application\/problem\+json(; charset=utf-8)?$/);
  const problem = reply.json as unknown as ProblemBody;
  expect(Object.keys(problem).filter((name) => !OPTIONAL.has(name))).toEqual(MEMBERS);
  expect(problem.status).toBe(status);
  expect(problem.type).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:\\d+/docs/errors/${code}$`));
  expect(problem.title).toMatch(/\S/);
  expect(problem.detail).toMatch(/\S/);
  expect(typeof problem.instance).toBe('string');
  expect(problem.instance).not.toContain('?');
  expect(problem.request_id).toMatch(/^req_[0-9a-f]{24}$/);
  expect(problem.request_id).toBe(reply.headers.get('request-id'));
  expect(problem.retryable).toBe(RETRYABLE.has(code));
  expect(reply.text).not.toContain('fsk_test_');
  expect(reply.text).not.toContain('fsk_live_');
  if (problem.errors) expectFieldErrors(problem.errors);
  return problem;
}

/** A field is named once, by a pointer or by the name of a parameter, with a code and a whole sentence. */
function expectFieldErrors(errors: NonNullable<ProblemBody['errors']>): void {
  expect(errors.length).toBeGreaterThan(0);
  const places = errors.map((error) => error.pointer ?? error.parameter);
  expect(new Set(places).size).toBe(places.length);
  for (const error of errors) {
    expect(Object.keys(error).sort()).toEqual([
      'code',
      'detail',
      error.pointer === undefined ? 'parameter' : 'pointer',
    ]);
    expect(error.code).toMatch(/^[a-z_]+$/);
    expect(error.detail).toMatch(/^["A-Z].*(\.|\. Did you mean [^ ]+\?)$/s);
  }
}

/** A 422 that names exactly these members of the body. */
export function expectPointers(reply: Reply, pointers: readonly string[]): void {
  expect({ status: reply.status, text: reply.text }).toMatchObject({ status: 422 });
  const { errors } = expectProblem(reply, 422, 'validation_failed');
  expect(errors?.map((error) => error.pointer).sort()).toEqual([...pointers].sort());
}

/** A 422 that names exactly these query parameters or headers. */
export function expectParameters(reply: Reply, parameters: readonly string[]): void {
  const { errors } = expectProblem(reply, 422, 'validation_failed');
  expect(errors?.map((error) => error.parameter).sort()).toEqual([...parameters].sort());
}
