import { ERRORS, type ErrorCode } from '../../domain/errors.ts';
import { exampleFieldErrors } from '../server/openapi/example-field-errors.ts';
import type { ErrorPage } from './render-error-page.ts';

/** The table of errors, a page for each. */
export const errorPages: readonly ErrorPage[] = (Object.keys(ERRORS) as ErrorCode[]).map((code) =>
  Object.assign({ code, errors: exampleFieldErrors(code) }, ERRORS[code]),
);
