import type { Args, Option } from '../command.ts';

/** What a webhook endpoint is made of. */
export const endpointOptions = {
  url: { type: 'string', help: 'the https URL that receives events' },
  events: { type: 'string', help: 'types of events, separated by commas, such as payment_intent.*' },
  description: { type: 'string', help: 'a description for your own reference' },
} satisfies Record<string, Option>;

/** The body of a request: what was set. */
export function readChanges(args: Args): Record<string, unknown> {
  const events = args.optional('events')?.split(',');
  const given = { url: args.optional('url'), events, description: args.optional('description') };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
