import type { Command } from '../command.ts';
import { readId } from '../read-id.ts';
import { remoteOptions, requireRemote } from '../sessions/find-remote.ts';

export const deliveriesGet: Command = {
  name: 'deliveries get',
  summary: 'Shows a delivery with its attempts: what was sent and what came back.',
  operands: [{ name: 'delivery' }],
  options: remoteOptions,
  examples: ['deliveries get dlv_034xqa4RjG1R9qi1OaoK0H'],
  async run(context, args) {
    const id = readId('dlv', args.operands[0] ?? '');
    const api = await requireRemote(context, args);
    const json = await api.get(`/deliveries/${id}`);
    return { json, text: JSON.stringify(json, null, 2) };
  },
};
