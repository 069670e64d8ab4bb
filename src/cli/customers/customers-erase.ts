import { eraseCustomer } from '../../usecases/customers/erase-customer.ts';
import type { Command } from '../command.ts';
import { storeOf, tenantOptions } from '../tenant-of.ts';

export const customersErase: Command = {
  name: 'customers erase',
  summary: 'Erases the personal data of a customer. This cannot be undone.',
  operands: [{ name: 'email' }],
  options: { ...tenantOptions, invoices: { type: 'boolean', help: 'erase the buyer on issued invoices, too' } },
  examples: ['customers erase ada@example.com --merchant mer_034xqZbw5Y9jHqVLMzNRCb --live'],
  run: (context, args) =>
    context.withPorts(async (ports) => {
      const store = await storeOf(ports, args);
      const input = { email: args.operands[0] ?? '', withInvoices: args.flag('invoices'), actor: 'cli' };
      let intents = 0;
      for (let isComplete = false; !isComplete; ) {
        const step = await eraseCustomer(ports, store, input);
        intents += step.intents;
        isComplete = step.isComplete;
      }
      return { json: { payment_intents: intents, complete: true }, text: `Erased the data of ${intents} payments.` };
    }),
};
