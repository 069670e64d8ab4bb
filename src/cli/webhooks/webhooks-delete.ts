import type { Command } from '../command.ts';
import { readId } from '../read-id.ts';
import { remoteOptions, requireRemote } from '../sessions/find-remote.ts';

export const webhooksDelete: Command = {
  name: 'webhooks delete',
  summary: 'Deletes a webhook endpoint. Pending deliveries are dropped.',
  operands: [{ name: 'endpoint' }],
  options: remoteOptions,
  examples: ['webhooks delete we_034xqa4RjG1R9qi1OaoK0H'],
  async run(context, args) {
    const id = readId('we', args.operands[0] ?? '');
    const api = await requireRemote(context, args);
    await api.send('DELETE', `/webhook_endpoints/${id}`);
    return { json: { id, deleted: true }, text: `Deleted ${id}.` };
  },
};
