import { type Id, parseId } from '../domain/ids.ts';
import { UserError } from '../domain/user-error.ts';

/** An id from the command line. */
export function readId<Prefix extends string>(prefix: Prefix, text: string): Id<Prefix> {
  const id = parseId(prefix, text);
  if (!id) throw new UserError(`"${text}" is no id of the form ${prefix}_….`);
  return id;
}
