import type { Command } from '../command.ts';
import { remoteOptions, requireRemote } from '../sessions/find-remote.ts';
import { presentEndpoints, type RemoteEndpoint } from './present-endpoint.ts';

export const webhooksList: Command = {
  name: 'webhooks list',
  summary: 'Lists the webhook endpoints.',
  options: remoteOptions,
  examples: ['webhooks list', 'webhooks list --json'],
  async run(context, args) {
    const api = await requireRemote(context, args);
    return presentEndpoints(await api.get<{ data: RemoteEndpoint[] }>('/webhook_endpoints'));
  },
};
