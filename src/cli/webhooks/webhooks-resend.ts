import { UserError } from '../../domain/user-error.ts';
import type { Command } from '../command.ts';
import { readNumber } from '../events/event-options.ts';
import { readId } from '../read-id.ts';
import { remoteOptions, requireRemote } from '../sessions/find-remote.ts';

export const webhooksResend: Command = {
  name: 'webhooks resend',
  summary: 'Sends events to a webhook endpoint again: all that failed, or those between two numbers.',
  operands: [{ name: 'endpoint' }],
  options: {
    failed: { type: 'boolean', help: 'all events that failed' },
    after: { type: 'string', help: 'the events after this number' },
    before: { type: 'string', help: 'the events before this number' },
    ...remoteOptions,
  },
  examples: [
    'webhooks resend we_034xqa4RjG1R9qi1OaoK0H --failed',
    'webhooks resend we_034xqa4RjG1R9qi1OaoK0H --after 1200 --before 1300',
  ],
  async run(context, args) {
    const id = readId('we', args.operands[0] ?? '');
    const [after, before] = [readNumber(args, 'after'), readNumber(args, 'before')];
    const isRange = after !== undefined && before !== undefined;
    if (args.flag('failed') === isRange) throw new UserError('Set --failed, or --after and --before.', 'usage');
    const api = await requireRemote(context, args);
    const body = isRange ? { after, before } : { state: 'failed' };
    const json = await api.send<{ resent: number }>('POST', `/webhook_endpoints/${id}/resend`, body);
    return { json, text: `Sending ${json.resent} ${json.resent === 1 ? 'event' : 'events'} again.` };
  },
};
