import { SIMULATION_KINDS, type SimulationKind } from '../../domain/payments/simulation.ts';
import { UserError } from '../../domain/user-error.ts';
import { simulatePayment } from '../../usecases/payments/simulate-payment.ts';
import type { Command } from '../command.ts';
import { presentIntentRow } from '../intents/present-intent-row.ts';
import { readId } from '../read-id.ts';
import { intentOptions, tenantOfIntent } from '../tenant-of.ts';

export const pay: Command = {
  words: 'pay',
  summary: 'Pays a test intent on the simulated chain; a running server finds the money.',
  operands: ['intent'],
  options: {
    merchant: intentOptions.merchant,
    simulate: { type: 'string', help: `what the payer does: ${SIMULATION_KINDS.join(', ')}`, required: true },
  },
  run: (context, args) =>
    context.withPorts(async (ports) => {
      const id = readId('pi', args.operands[0] ?? '');
      const kind = args.text('simulate');
      if (!isKind(kind))
        throw new UserError(`--simulate takes ${SIMULATION_KINDS.join(', ')}; "${kind}" is none of them.`);
      const tenant = await tenantOfIntent(ports, args, id);
      const intent = await simulatePayment(ports, await ports.stores.of(tenant), tenant, id, kind);
      return { json: presentIntentRow(intent), text: `Sent on the simulated chain: ${kind} for ${intent.id}.` };
    }),
};

const isKind = (text: string): text is SimulationKind => (SIMULATION_KINDS as readonly string[]).includes(text);
