import type { Command } from '../command.ts';
import { readId } from '../read-id.ts';
import { remoteOptions, requireRemote } from '../sessions/find-remote.ts';
import { presentDeliveries, type RemoteDelivery } from './present-deliveries.ts';

export const deliveriesResend: Command = {
  name: 'deliveries resend',
  summary: 'Sends a delivery again, even one that has failed.',
  operands: [{ name: 'delivery' }],
  options: remoteOptions,
  examples: ['deliveries resend dlv_034xqa4RjG1R9qi1OaoK0H'],
  async run(context, args) {
    const id = readId('dlv', args.operands[0] ?? '');
    const api = await requireRemote(context, args);
    const delivery = await api.send<RemoteDelivery>('POST', `/deliveries/${id}/resend`);
    return { ...presentDeliveries({ data: [delivery] }), json: delivery };
  },
};
