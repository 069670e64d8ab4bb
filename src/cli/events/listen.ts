import { UserError } from '../../domain/user-error.ts';
import type { Command } from '../command.ts';
import { profileOf, remoteOptions, requireRemote } from '../sessions/find-remote.ts';
import { eventCells, subjectOf } from './api-event.ts';
import { eventOptions } from './event-options.ts';
import { followEvents, lastNumber } from './follow-events.ts';
import { Lanes } from './lanes.ts';
import { readReceiver, receiptCells, sendEvent } from './send-event.ts';

/** Events that are sent at a time. Those of one payment intent go one after the other. */
const SENDING_MAX = 16;

export const listen: Command = {
  name: 'listen',
  summary: 'Sends each new event to a URL on your machine, signed like a webhook, until you press Ctrl-C.',
  options: {
    'forward-to': { type: 'string', help: 'where to send events, such as http://127.0.0.1:4000/hooks' },
    events: eventOptions.events,
    'print-secret': { type: 'boolean', help: 'only print the secret that the events are signed with' },
    ...remoteOptions,
  },
  examples: [
    'listen --forward-to http://127.0.0.1:4000/hooks',
    'listen --forward-to http://127.0.0.1:4000/hooks --events "payment_intent.*"',
    'listen --print-secret',
  ],
  async run(context, args) {
    const secret = await context.profiles.webhookSecret(profileOf(args));
    if (args.flag('print-secret')) return { json: { secret }, text: secret };
    const target = args.optional('forward-to');
    if (target === undefined) throw new UserError('Set --forward-to to the URL that receives the events.', 'usage');
    const url = readReceiver('forward-to', target);
    const api = await requireRemote(context, args);
    const { webhookSigner } = context;
    const { note } = context.terminal;
    const signal = context.stopping();
    const lanes = new Lanes(SENDING_MAX);
    const after = await lastNumber(api);
    note(`Forwarding ${api.mode} events of ${api.url} to ${url}. Press Ctrl-C to stop.`);
    note(`Signing secret: ${secret}`);
    for await (const { event, body } of followEvents(api, { after, types: args.optional('events'), signal, note })) {
      await lanes.add(subjectOf(event), async () => {
        const receipt = await sendEvent({ url, secret, webhookSigner, signal }, event.id, body);
        if (signal.aborted) return;
        context.print({
          json: { ...receipt, event: event.id, type: event.type, number: event.number, object: subjectOf(event) },
          text: [...eventCells(event, event.id), ...receiptCells(receipt)],
        });
      });
    }
    await lanes.end();
    return undefined;
  },
};
