import { LIMITS } from '../../domain/limits.ts';
import { UserError } from '../../domain/user-error.ts';
import type { Args, Option } from '../command.ts';

/** Options of the commands that read events. */
export const eventOptions = {
  events: { type: 'string', help: 'types of events, separated by commas, such as payment_intent.*,payment.final' },
  after: { type: 'string', help: 'start after the event with this number' },
} satisfies Record<string, Option>;

/** A whole number, from 0 on; undefined if the option is not set. */
export function readNumber(args: Args, name: string): number | undefined {
  const text = args.optional(name);
  if (text !== undefined && !/^\d{1,15}$/.test(text)) {
    throw new UserError(`--${name} is "${text}"; it must be a whole number.`, 'usage');
  }
  return text === undefined ? undefined : Number(text);
}

export function readLimit(args: Args, fallback: number): number {
  const limit = readNumber(args, 'limit') ?? fallback;
  if (limit >= 1 && limit <= LIMITS.pageSizeMax) return limit;
  throw new UserError(`--limit is "${limit}"; it must be from 1 to ${LIMITS.pageSizeMax}.`, 'usage');
}
