import { Type } from 'typebox';
import { parseId } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Tenant } from '../../ports/stores.ts';
import { getInvoice as getInvoiceUseCase } from '../../usecases/invoices/get-invoice.ts';
import { openInvoiceLink } from '../../usecases/invoices/invoice-link.ts';
import { logoPath } from '../checkout/logo-path.ts';
import type { Answer, Call, Context, KeyedRoute } from '../server/route.ts';
import { answerInvoice } from './answer-invoice.ts';
import { chooseFormat } from './choose-format.ts';
import { exampleInvoice } from './example-invoice.ts';
import { InvoiceSchema } from './invoice-schema.ts';
import { payersInvoiceUrl } from './invoice-url.ts';

const Query = Type.Object({
  expires: Type.Optional(Type.String({ maxLength: 20, description: 'Of a payer’s link: until when it works.' })),
  signature: Type.Optional(Type.String({ maxLength: 100, description: 'Of a payer’s link, in place of a key.' })),
});

export const getInvoice: KeyedRoute = {
  id: 'invoices.get',
  method: 'GET',
  path: '/{public_key}/invoices/{payment_intent_id}',
  tag: 'Invoices',
  summary: 'Read the invoice of a payment intent',
  description:
    'As a page, as PDF or as JSON: by the ending `.pdf` or `.json` of the path, or by `Accept`; a page otherwise. ' +
    'The first request issues the invoice: it gets the next number of the merchant and mode, and keeps seller, names and prices of that moment; the logo is the one of today. ' +
    `A payer needs no key but a link with \`expires\` and \`signature\`, which works for ${LIMITS.invoiceLinkDays} days; the page links to its PDF by such a link.`,
  access: 'payments:read',
  budget: 'read',
  query: Query,
  answers: {
    200: {
      description: 'The invoice.',
      schema: InvoiceSchema,
      example: exampleInvoice,
      alsoAs: ['text/html', 'application/pdf'],
    },
  },
  errors: ['link_expired', 'not_acceptable'],
  handle: (context, call) => answer(context, call, call.principal),
  async handleSigned(context, call) {
    const { params, query } = call;
    const { id } = chooseFormat(params['payment_intent_id'] ?? '', '*/*');
    const link = { expires: query['expires'] ?? '', signature: query['signature'] ?? '' };
    return answer(context, call, await openInvoiceLink(context, params['public_key'] ?? '', parseId('pi', id), link));
  },
};

async function answer(context: Context, { params, headers }: Call, tenant: Tenant): Promise<Answer> {
  const { id, format } = chooseFormat(params['payment_intent_id'] ?? '', headers.accept);
  const store = await context.stores.of(tenant);
  const asked = { merchantId: tenant.merchantId, intentId: parseId('pi', id) };
  const invoice = await getInvoiceUseCase(context, store, asked);
  const { logo: name } = await context.settings.find(tenant.merchantId);
  const publicKey = params['public_key'] ?? '';
  return answerInvoice(invoice, format, {
    pdfUrl: payersInvoiceUrl(context, publicKey, invoice.intentId, '.pdf'),
    logoUrl: name ? `${context.config.baseUrl}${logoPath(name)}` : null,
    logo: name && format === 'pdf' ? await context.settings.findLogo(name.hash) : undefined,
  });
}
