import type { IntentId } from '../../domain/ids.ts';
import { SIMULATION_KINDS, type SimulationKind } from '../../domain/payments/simulation.ts';
import { simulatePayment } from '../../usecases/payments/simulate-payment.ts';
import type { Args, CliContext, Command } from '../command.ts';
import { presentIntentRow } from '../intents/present-intent-row.ts';
import { pickIntentRow, type RemoteIntent } from '../intents/remote-intent.ts';
import { readId } from '../read-id.ts';
import { findRemote, remoteOptions } from '../sessions/find-remote.ts';
import { intentOptions, tenantOfIntent } from '../tenant-of.ts';

export const pay: Command = {
  name: 'pay',
  summary: 'Pays a test intent on the simulated network. A running server detects the payment.',
  operands: [{ name: 'intent' }],
  options: {
    merchant: intentOptions.merchant,
    simulate: {
      type: 'string',
      help: `kind of payment: ${SIMULATION_KINDS.join(', ')}`,
      required: true,
      values: SIMULATION_KINDS,
    },
    ...remoteOptions,
  },
  examples: [
    'pay pi_034xqa4RjG1R9qi1OaoK0H --simulate full',
    'pay pi_034xqa4RjG1R9qi1OaoK0H --simulate partial --json',
  ],
  async run(context, args) {
    const id = readId('pi', args.operands[0] ?? '');
    const kind = args.text('simulate') as SimulationKind;
    const remote = await findRemote(context, args);
    const json = remote
      ? pickIntentRow(await remote.send<RemoteIntent>('POST', `/payment_intents/${id}/simulate`, { kind }))
      : await simulate(context, args, id, kind);
    const text = kind === 'expire' ? `Ended the time to pay ${id}.` : `Sent a simulated payment (${kind}) for ${id}.`;
    return { json, text };
  },
};

const simulate = (context: CliContext, args: Args, id: IntentId, kind: SimulationKind) =>
  context.withPorts(async (ports) => {
    const tenant = await tenantOfIntent(ports, args, id);
    return presentIntentRow(await simulatePayment(ports, await ports.stores.of(tenant), tenant, id, kind));
  });
