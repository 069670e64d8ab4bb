import type { FieldError } from '../field-error.ts';
import { findUnknownTypes } from './find-unknown-types.ts';

/** What is wrong with the list of types that an endpoint wants: each entry must match an event that exists. */
export const checkEventTypes = (listed: readonly string[]): FieldError[] =>
  findUnknownTypes(listed).map(({ place, detail }) => ({
    pointer: `#/events/${place}`,
    code: 'invalid_value',
    detail,
  }));
