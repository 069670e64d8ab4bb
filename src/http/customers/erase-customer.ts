import { Type } from 'typebox';
import { LIMITS } from '../../domain/limits.ts';
import { eraseCustomer as eraseCustomerUseCase } from '../../usecases/customers/erase-customer.ts';
import { actorOf } from '../server/call.ts';
import { defineRoute } from '../server/route.ts';
import { closed } from '../server/shapes.ts';
import { Email, ErasureSchema } from './customer-schema.ts';

export const eraseCustomer = defineRoute({
  id: 'customers.erase',
  method: 'POST',
  path: '/{public_key}/customers/erase',
  tag: 'Customers',
  summary: 'Erase a customer’s data',
  description:
    'Replaces name, email address, phone number, addresses, metadata and description in payment intents, kept responses, ' +
    'webhook deliveries and the request log. Amounts, numbers, order IDs and transactions stay. Issued invoices keep the ' +
    'buyer, because the law usually requires it, unless `invoices` is true. Nothing is erased while a payment intent of the ' +
    `customer can still be paid or needs a decision. A request works for at most ${LIMITS.eraseMsMax / 1_000} seconds: ` +
    'repeat it until `complete` is true. This cannot be undone.',
  access: 'payments:override',
  // The request log must not keep the address that was asked for.
  secretBody: true,
  rateLimit: 'create',
  body: {
    schema: Type.Object(
      {
        email: Email,
        invoices: Type.Optional(Type.Boolean({ description: 'Whether issued invoices lose the buyer too.' })),
      },
      closed,
    ),
    examples: { one: { summary: 'Keep the buyer on invoices', value: { email: 'former.customer@example.com' } } },
  },
  answers: {
    200: {
      description: 'Returns how much was erased.',
      schema: ErasureSchema,
      example: { payment_intents: 3, complete: true },
    },
  },
  errors: ['invalid_state'],
}).handle(async (context, { principal, address, body }) => {
  const { email, invoices = false } = body.value;
  const input = { email, withInvoices: invoices, actor: actorOf(principal), address };
  const { intents, isComplete } = await eraseCustomerUseCase(context, await context.stores.of(principal), input);
  return { status: 200, body: { payment_intents: intents, complete: isComplete } };
});
