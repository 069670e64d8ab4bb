import type { IntentId } from '../../domain/ids.ts';
import { exportCustomer } from '../../usecases/customers/export-customer.ts';
import type { Command } from '../command.ts';
import { storeOf, tenantOptions } from '../tenant-of.ts';

export const customersExport: Command = {
  name: 'customers export',
  summary: 'Prints everything that is stored about a customer, as JSON.',
  operands: [{ name: 'email' }],
  options: tenantOptions,
  examples: ['customers export ada@example.com --merchant mer_034xqZbw5Y9jHqVLMzNRCb --live'],
  run: (context, args) =>
    context.withPorts(async (ports) => {
      const store = await storeOf(ports, args);
      const email = args.operands[0] ?? '';
      const data: object[] = [];
      for (let cursor: IntentId | null | undefined; cursor !== null; ) {
        const page = await exportCustomer(store, { email, cursor });
        data.push(...page.data);
        cursor = page.next_cursor;
      }
      const json = { email, data };
      return { json, text: JSON.stringify(json, null, 2) };
    }),
};
