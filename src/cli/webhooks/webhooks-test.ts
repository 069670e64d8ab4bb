import type { Command } from '../command.ts';
import { readId } from '../read-id.ts';
import { remoteOptions, requireRemote } from '../sessions/find-remote.ts';
import { presentDeliveries, type RemoteDelivery } from './present-deliveries.ts';

export const webhooksTest: Command = {
  name: 'webhooks test',
  summary: 'Sends a test event to a webhook endpoint.',
  operands: [{ name: 'endpoint' }],
  options: remoteOptions,
  examples: ['webhooks test we_034xqa4RjG1R9qi1OaoK0H'],
  async run(context, args) {
    const id = readId('we', args.operands[0] ?? '');
    const api = await requireRemote(context, args);
    const delivery = await api.send<RemoteDelivery>('POST', `/webhook_endpoints/${id}/test`);
    return { ...presentDeliveries({ data: [delivery] }), json: delivery };
  },
};
