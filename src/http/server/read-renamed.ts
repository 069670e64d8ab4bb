import { invalidQuery } from './invalid-query.ts';

/** The value of a query parameter that also has a former name. Both can be sent if they agree. */
export function readRenamed<Name extends string, Former extends string>(
  query: Partial<Record<Name | Former, string>>,
  name: Name,
  former: Former,
): string | undefined {
  const [value, old] = [query[name], query[former]];
  if (value !== undefined && old !== undefined && value !== old)
    throw invalidQuery(former, `the same as \`${name}\`, its new name`);
  return value ?? old;
}
