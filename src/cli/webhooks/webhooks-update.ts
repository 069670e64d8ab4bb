import { UserError } from '../../domain/user-error.ts';
import type { Command } from '../command.ts';
import { readId } from '../read-id.ts';
import { remoteOptions, requireRemote } from '../sessions/find-remote.ts';
import { endpointOptions, readChanges } from './endpoint-options.ts';
import { presentEndpoint, type RemoteEndpoint } from './present-endpoint.ts';

const STATUSES = ['enabled', 'disabled'];

export const webhooksUpdate: Command = {
  name: 'webhooks update',
  summary: 'Changes a webhook endpoint, disables it or enables it again.',
  operands: [{ name: 'endpoint' }],
  options: {
    ...endpointOptions,
    status: { type: 'string', help: STATUSES.join(' or '), values: STATUSES },
    ...remoteOptions,
  },
  examples: [
    'webhooks update we_034xqa4RjG1R9qi1OaoK0H --events "payment_intent.*"',
    'webhooks update we_034xqa4RjG1R9qi1OaoK0H --status disabled',
  ],
  async run(context, args) {
    const id = readId('we', args.operands[0] ?? '');
    const status = args.optional('status');
    const changes = { ...readChanges(args), ...(status === undefined ? {} : { status }) };
    if (Object.keys(changes).length === 0) {
      throw new UserError('Set what to change: --url, --events, --description or --status.', 'usage');
    }
    const api = await requireRemote(context, args);
    return presentEndpoint(await api.send<RemoteEndpoint>('PATCH', `/webhook_endpoints/${id}`, changes));
  },
};
