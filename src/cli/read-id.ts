import { type Id, parseId } from '../domain/ids.ts';
import { UserError } from '../domain/user-error.ts';

/** Parses an ID from the command line. */
export function readId<Prefix extends string>(prefix: Prefix, text: string): Id<Prefix> {
  const id = parseId(prefix, text);
  if (!id) throw new UserError(`"${text}" is not an ID of the form ${prefix}_….`, 'usage');
  return id;
}
