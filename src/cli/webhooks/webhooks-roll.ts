import { OVERLAPS_MS } from '../../usecases/keys/roll-key.ts';
import type { Command } from '../command.ts';
import { readId } from '../read-id.ts';
import { remoteOptions, requireRemote } from '../sessions/find-remote.ts';
import { presentEndpoint, type RemoteEndpoint } from './present-endpoint.ts';

const OVERLAPS = Object.keys(OVERLAPS_MS);

export const webhooksRoll: Command = {
  name: 'webhooks roll',
  summary: 'Replaces the secret of a webhook endpoint. The old one also signs during the overlap.',
  operands: [{ name: 'endpoint' }],
  options: {
    overlap: { type: 'string', help: `${OVERLAPS.join(', ')}; by default 24h`, values: OVERLAPS },
    ...remoteOptions,
  },
  examples: ['webhooks roll we_034xqa4RjG1R9qi1OaoK0H --overlap 24h'],
  async run(context, args) {
    const id = readId('we', args.operands[0] ?? '');
    const api = await requireRemote(context, args);
    const body = { overlap: args.optional('overlap') ?? '24h' };
    return presentEndpoint(await api.send<RemoteEndpoint>('POST', `/webhook_endpoints/${id}/roll_secret`, body));
  },
};
