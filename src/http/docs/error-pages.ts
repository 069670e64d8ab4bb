import { ERRORS } from '../../domain/errors.ts';
import type { ErrorPage } from './render-error-page.ts';

/** The table of errors, a page for each. */
export const errorPages: readonly ErrorPage[] = Object.entries(ERRORS).map(([code, row]) =>
  Object.assign({ code }, row),
);
