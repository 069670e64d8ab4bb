import type { Command } from '../command.ts';
import { remoteOptions, requireRemote } from '../sessions/find-remote.ts';
import { eventCells, subjectOf } from './api-event.ts';
import { eventOptions, readNumber } from './event-options.ts';
import { followEvents, lastNumber } from './follow-events.ts';

export const eventsTail: Command = {
  name: 'events tail',
  summary: 'Prints each new event as it happens, until you press Ctrl-C.',
  options: { ...eventOptions, ...remoteOptions },
  examples: [
    'events tail',
    'events tail --events "payment_intent.*" --json',
    'events tail --after 0 --json > events.jsonl',
  ],
  async run(context, args) {
    const api = await requireRemote(context, args);
    const { note } = context.terminal;
    const signal = context.stopping();
    const after = readNumber(args, 'after') ?? (await lastNumber(api));
    note(`Waiting for ${api.mode} events of ${api.url}. Press Ctrl-C to stop.`);
    for await (const { event } of followEvents(api, { after, types: args.optional('events'), signal, note })) {
      context.print({
        json: event,
        text: [...eventCells(event, subjectOf(event)), { text: `#${event.number}`, tone: 'quiet' }],
      });
    }
    return undefined;
  },
};
