import { UserError } from '../../domain/user-error.ts';
import type { RemoteApi } from '../../ports/remote-api.ts';
import type { Args, CliContext, Command, Output } from '../command.ts';
import { readId } from '../read-id.ts';
import { profileOf, remoteOptions, requireRemote } from '../sessions/find-remote.ts';
import { presentDeliveries, type RemoteDelivery } from '../webhooks/present-deliveries.ts';
import { type ApiEvent, eventCells } from './api-event.ts';
import { isDelivered, readReceiver, receiptCells, sendEvent } from './send-event.ts';

const NOBODY = 'No enabled endpoint subscribes to this event. To send it from this machine, use --to.';

export const eventsResend: Command = {
  name: 'events resend',
  summary: 'Sends an event again: to a URL from this machine, or to webhook endpoints from the server.',
  operands: [{ name: 'event' }],
  options: {
    to: { type: 'string', help: 'send it from here to this URL, signed with the secret of "florin listen"' },
    endpoint: { type: 'string', help: 'only to this webhook endpoint; by default, to all that subscribe to its type' },
    ...remoteOptions,
  },
  examples: [
    'events resend evt_034xqa4RjG1R9qi1OaoK0H --to http://127.0.0.1:4000/hooks',
    'events resend evt_034xqa4RjG1R9qi1OaoK0H --endpoint we_034xqa4RjG1R9qi1OaoK0H',
  ],
  async run(context, args) {
    const id = readId('evt', args.operands[0] ?? '');
    const to = args.optional('to');
    const endpoint = args.optional('endpoint');
    if (to !== undefined && endpoint !== undefined) throw new UserError('Set --to or --endpoint, not both.', 'usage');
    const url = to === undefined ? undefined : readReceiver('to', to);
    const api = await requireRemote(context, args);
    if (url !== undefined) return sendFromHere(context, args, { api, id, url });
    const body = endpoint === undefined ? {} : { endpoint: readId('we', endpoint) };
    const sent = await api.send<{ data: RemoteDelivery[] }>('POST', `/events/${id}/resend`, body);
    return presentDeliveries(sent, NOBODY);
  },
};

async function sendFromHere(
  context: CliContext,
  args: Args,
  { api, id, url }: { api: RemoteApi; id: string; url: string },
): Promise<Output> {
  const answer = await api.get<ApiEvent & { deliveries?: unknown }>(`/events/${id}`);
  // A webhook is the event alone, without what became of it.
  const { deliveries: _, ...event } = answer;
  const secret = await context.profiles.webhookSecret(profileOf(args));
  const receiver = { url, secret, webhookSigner: context.webhookSigner, signal: context.stopping() };
  const receipt = await sendEvent(receiver, id, JSON.stringify(event));
  return {
    json: { ...receipt, event: id, type: event.type, number: event.number, url },
    text: [...eventCells(event, id), ...receiptCells(receipt)],
    failed: !isDelivered(receipt),
  };
}
