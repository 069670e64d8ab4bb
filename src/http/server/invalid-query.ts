import { Problem } from '../../domain/errors.ts';

/** The error for a query parameter whose schema cannot express the rule. */
export const invalidQuery = (parameter: string, expected: string) =>
  new Problem('validation_failed', 'The query is invalid.', {
    errors: [{ parameter, code: 'invalid_value', detail: `Must be ${expected}.` }],
  });
