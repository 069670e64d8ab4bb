import { SIMULATION_KINDS, type SimulationKind } from '../../domain/payments/simulation.ts';
import { UserError } from '../../domain/user-error.ts';
import { simulatePayment } from '../../usecases/payments/simulate-payment.ts';
import type { Command } from '../command.ts';
import { presentIntentRow } from '../intents/present-intent-row.ts';
import { readId } from '../read-id.ts';
import { intentOptions, tenantOfIntent } from '../tenant-of.ts';

export const pay: Command = {
  name: 'pay',
  summary: 'Pays a test intent on the simulated network. A running server detects the payment.',
  operands: ['intent'],
  options: {
    merchant: intentOptions.merchant,
    simulate: { type: 'string', help: `kind of payment: ${SIMULATION_KINDS.join(', ')}`, required: true },
  },
  run: (context, args) =>
    context.withPorts(async (ports) => {
      const id = readId('pi', args.operands[0] ?? '');
      const kind = args.text('simulate');
      if (!isKind(kind))
        throw new UserError(`--simulate is "${kind}"; it must be one of ${SIMULATION_KINDS.join(', ')}.`);
      const tenant = await tenantOfIntent(ports, args, id);
      const intent = await simulatePayment(ports, await ports.stores.of(tenant), tenant, id, kind);
      return { json: presentIntentRow(intent), text: `Sent a simulated payment (${kind}) for ${intent.id}.` };
    }),
};

const isKind = (text: string): text is SimulationKind => (SIMULATION_KINDS as readonly string[]).includes(text);
