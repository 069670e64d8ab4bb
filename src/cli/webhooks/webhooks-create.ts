import type { Command } from '../command.ts';
import { remoteOptions, requireRemote } from '../sessions/find-remote.ts';
import { endpointOptions, readChanges } from './endpoint-options.ts';
import { presentEndpoint, type RemoteEndpoint } from './present-endpoint.ts';

export const webhooksCreate: Command = {
  name: 'webhooks create',
  summary: 'Creates a webhook endpoint. Its secret is shown once.',
  options: {
    ...endpointOptions,
    url: { ...endpointOptions.url, required: true },
    events: { ...endpointOptions.events, help: `${endpointOptions.events.help}; every type by default` },
    ...remoteOptions,
  },
  examples: [
    'webhooks create --url https://shop.example/hooks',
    'webhooks create --url https://shop.example/hooks --events "payment_intent.*,transfer.unmatched"',
  ],
  async run(context, args) {
    const api = await requireRemote(context, args);
    return presentEndpoint(await api.send<RemoteEndpoint>('POST', '/webhook_endpoints', readChanges(args)));
  },
};
