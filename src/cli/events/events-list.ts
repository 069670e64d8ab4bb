import type { RemoteApi } from '../../ports/remote-api.ts';
import type { Args, Command } from '../command.ts';
import { remoteOptions, requireRemote } from '../sessions/find-remote.ts';
import { toneOf } from '../tone-of.ts';
import { type EventPage, subjectOf } from './api-event.ts';
import { eventOptions, readLimit, readNumber } from './event-options.ts';

const SHOWN = 50;

export const eventsList: Command = {
  name: 'events list',
  summary: 'Lists events, oldest first: the newest by default, or the first that match a filter.',
  options: {
    ...eventOptions,
    intent: { type: 'string', help: 'only events of this payment intent' },
    limit: { type: 'string', help: `how many to list, ${SHOWN} by default` },
    ...remoteOptions,
  },
  examples: [
    'events list',
    'events list --intent pi_034xqa4RjG1R9qi1OaoK0H',
    'events list --after 1200 --limit 100 --json',
  ],
  async run(context, args) {
    const page = await readEvents(await requireRemote(context, args), args);
    const rows = page.data.map((event) => [
      String(event.number),
      event.timestamp,
      { text: event.type, tone: toneOf(event.type) },
      subjectOf(event),
      event.id,
    ]);
    const columns = ['NUMBER', 'TIME', 'TYPE', 'OBJECT', 'EVENT'];
    return { json: page, text: { columns, rows, empty: 'No events found.' } };
  },
};

async function readEvents(api: RemoteApi, args: Args): Promise<EventPage> {
  const limit = readLimit(args, SHOWN);
  const filter = { type: args.optional('events'), payment_intent: args.optional('intent') };
  const isFiltered = filter.type !== undefined || filter.payment_intent !== undefined;
  const after = readNumber(args, 'after') ?? (isFiltered ? 0 : await startOfNewest(api, limit));
  return api.get('/events', { ...filter, after: String(after), limit: String(limit) });
}

async function startOfNewest(api: RemoteApi, limit: number): Promise<number> {
  const { last_number: last } = await api.get<EventPage>('/events', { limit: '1' });
  return Math.max(0, last - limit);
}
