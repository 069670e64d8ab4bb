import { type Static, Type } from 'typebox';
import { LIMITS } from '../../domain/limits.ts';
import { exportCustomer as exportCustomerUseCase } from '../../usecases/customers/export-customer.ts';
import { readCursor } from '../intents/read-cursor.ts';
import { defineRoute } from '../server/route.ts';
import { closed } from '../server/shapes.ts';
import { CustomerExportSchema, Email } from './customer-schema.ts';
import { exampleExport } from './examples.ts';

export const exportCustomer = defineRoute({
  id: 'customers.export',
  method: 'POST',
  path: '/{public_key}/customers/export',
  tag: 'Customers',
  summary: 'Export a customer’s data',
  description:
    `Returns what is stored about the customer, at most ${LIMITS.exportIntentsMax} payment intents at a time. Send ` +
    '`next_cursor` as `cursor` to get the rest. The address is in the body, so that it is in no log of URLs.',
  access: 'payments:read',
  // The request log must not keep the address that was asked for.
  secretBody: true,
  rateLimit: 'read',
  body: {
    schema: Type.Object(
      {
        email: Email,
        cursor: Type.Optional(Type.String({ maxLength: 64, description: 'The `next_cursor` of the page before.' })),
      },
      closed,
    ),
    examples: { one: { summary: 'Everything about one customer', value: { email: 'ada@example.com' } } },
  },
  answers: { 200: { description: 'Returns the data.', schema: CustomerExportSchema, example: exampleExport } },
}).handle(async (context, { principal, body }) => {
  const { email, cursor } = body.value;
  const asked = { email, cursor: cursor === undefined ? undefined : readCursor(cursor) };
  const exported = await exportCustomerUseCase(await context.stores.of(principal), asked);
  return { status: 200, body: exported as Static<typeof CustomerExportSchema> };
});
