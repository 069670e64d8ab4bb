import { UserError } from '../../domain/user-error.ts';
import type { Command } from '../command.ts';
import { readId } from '../read-id.ts';
import { intentOptions, tenantOfIntent } from '../tenant-of.ts';
import { presentIntentRow } from './present-intent-row.ts';

export const intentsGet: Command = {
  name: 'intents get',
  summary: 'Shows a payment intent and the request that created it.',
  operands: ['intent'],
  options: intentOptions,
  run: (context, args) =>
    context.withPorts(async (ports) => {
      const id = readId('pi', args.operands[0] ?? '');
      const tenant = await tenantOfIntent(ports, args, id);
      const intent = await (await ports.stores.of(tenant)).intents.find(id);
      if (!intent) throw new UserError(`No payment intent of this merchant has the ID ${id} in this mode.`);
      const json = { ...presentIntentRow(intent), request: intent.request };
      return { json, text: JSON.stringify(json, null, 2) };
    }),
};
