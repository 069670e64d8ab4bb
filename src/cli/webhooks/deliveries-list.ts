import { DELIVERY_STATES } from '../../domain/webhooks/delivery.ts';
import type { Command } from '../command.ts';
import { readLimit } from '../events/event-options.ts';
import { remoteOptions, requireRemote } from '../sessions/find-remote.ts';
import { presentDeliveries, type RemoteDelivery } from './present-deliveries.ts';

const SHOWN = 20;

export const deliveriesList: Command = {
  name: 'deliveries list',
  summary: 'Lists what was sent to webhook endpoints, newest first.',
  options: {
    endpoint: { type: 'string', help: 'only to this webhook endpoint' },
    event: { type: 'string', help: 'only of this event' },
    state: { type: 'string', help: `only in this state: ${DELIVERY_STATES.join(', ')}`, values: DELIVERY_STATES },
    limit: { type: 'string', help: `how many to list, ${SHOWN} by default` },
    ...remoteOptions,
  },
  examples: ['deliveries list --state failed', 'deliveries list --event evt_034xqa4RjG1R9qi1OaoK0H --json'],
  async run(context, args) {
    const [endpoint, event, state] = ['endpoint', 'event', 'state'].map((name) => args.optional(name));
    const query = { endpoint, event, state, limit: String(readLimit(args, SHOWN)) };
    const api = await requireRemote(context, args);
    return presentDeliveries(await api.get<{ data: RemoteDelivery[] }>('/deliveries', query));
  },
};
