import { Problem } from '../../domain/errors.ts';
import { type Id, parseId } from '../../domain/ids.ts';

/** An ID in the query; undefined if there is none. The schema checks its form, and this its value. */
export function readQueryId<Prefix extends string>(
  prefix: Prefix,
  parameter: string,
  text: string | undefined,
): Id<Prefix> | undefined {
  if (text === undefined) return undefined;
  const id = parseId(prefix, text);
  if (id) return id;
  throw new Problem('validation_failed', 'The query is invalid.', {
    errors: [{ parameter, code: 'invalid_value', detail: `Must be an ID of the form ${prefix}_….` }],
  });
}
