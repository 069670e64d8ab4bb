import type { ErrorCode } from '../../../domain/errors.ts';
import type { FieldError } from '../../../domain/field-error.ts';

/** The list `errors` in the example of an error. */
export const exampleFieldErrors = (code: ErrorCode): FieldError[] =>
  code === 'validation_failed'
    ? [{ pointer: '#/customer/email', code: 'required', detail: '"email" is required.' }]
    : [];
