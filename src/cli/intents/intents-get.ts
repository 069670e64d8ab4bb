import type { IntentId } from '../../domain/ids.ts';
import { UserError } from '../../domain/user-error.ts';
import type { Args, CliContext, Command } from '../command.ts';
import { readId } from '../read-id.ts';
import { findRemote, remoteOptions } from '../sessions/find-remote.ts';
import { intentOptions, tenantOfIntent } from '../tenant-of.ts';
import { presentIntentRow } from './present-intent-row.ts';

export const intentsGet: Command = {
  name: 'intents get',
  summary: 'Shows a payment intent and the request that created it.',
  operands: [{ name: 'intent' }],
  options: { ...intentOptions, ...remoteOptions },
  examples: ['intents get pi_034xqa4RjG1R9qi1OaoK0H', 'intents get pi_034xqa4RjG1R9qi1OaoK0H --profile production'],
  async run(context, args) {
    const id = readId('pi', args.operands[0] ?? '');
    const remote = await findRemote(context, args);
    const json = remote ? await remote.get(`/payment_intents/${id}`) : await readIntent(context, args, id);
    return { json, text: JSON.stringify(json, null, 2) };
  },
};

const readIntent = (context: CliContext, args: Args, id: IntentId) =>
  context.withPorts(async (ports) => {
    const tenant = await tenantOfIntent(ports, args, id);
    const intent = await (await ports.stores.of(tenant)).intents.find(id);
    if (!intent) {
      throw new UserError(`No payment intent of this merchant has the ID ${id} in this mode.`, 'not_found');
    }
    return { ...presentIntentRow(intent), request: intent.request };
  });
