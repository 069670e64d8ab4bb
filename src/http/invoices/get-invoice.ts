import { Type } from 'typebox';
import { parseId } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Tenant } from '../../ports/stores.ts';
import { getInvoice as getInvoiceUseCase } from '../../usecases/invoices/get-invoice.ts';
import { openInvoiceLink } from '../../usecases/invoices/invoice-link.ts';
import { missingCredentials } from '../../usecases/keys/authenticate-key.ts';
import { logoPath } from '../checkout/logo-path.ts';
import type { AnyCall } from '../server/call.ts';
import { clientNetwork } from '../server/client-network.ts';
import type { Context } from '../server/context.ts';
import { defineRoute } from '../server/route.ts';
import { answerInvoice } from './answer-invoice.ts';
import { chooseFormat } from './choose-format.ts';
import { exampleInvoice } from './examples.ts';
import { InvoiceSchema } from './invoice-schema.ts';
import { payersInvoiceUrl } from './invoice-url.ts';

const Query = Type.Object({
  expires: Type.Optional(Type.String({ maxLength: 20, description: 'The expiry of a signed link.' })),
  signature: Type.Optional(
    Type.String({ maxLength: 100, description: 'The signature of a signed link. Replaces the private key.' }),
  ),
});

export const getInvoice = defineRoute({
  id: 'invoices.get',
  method: 'GET',
  path: '/{public_key}/invoices/{payment_intent_id}',
  tag: 'Invoices',
  summary: 'Retrieve the invoice of a payment intent',
  description:
    'Returns a page, a PDF or JSON. Choose with the ending `.pdf` or `.json` of the path or with `Accept`; the default is ' +
    'a page. The first request issues the invoice: it gets the next number of the merchant and mode, and keeps the ' +
    'seller, names and prices of that moment. The logo is always the current one. ' +
    `A payer opens an invoice with a signed link instead of a key. A signed link works for ${LIMITS.invoiceLinkDays} days.`,
  access: 'payments:read',
  rateLimit: 'read',
  query: Query,
  answers: {
    200: {
      description: 'Returns the invoice.',
      schema: InvoiceSchema,
      example: exampleInvoice,
      alsoAs: ['text/html', 'application/pdf'],
    },
  },
  errors: ['link_expired', 'not_acceptable'],
}).handle(
  (context, call) => answer(context, call, call.principal),
  async (context, call) => {
    const { expires = '', signature } = call.query;
    if (signature === undefined) throw missingCredentials();
    const { id } = chooseFormat(fileIn(call.url), '*/*');
    const link = { expires, signature };
    const tenant = await openInvoiceLink(context, call.params.public_key, parseId('pi', id), link);
    return answer(context, call, tenant, clientNetwork(call.address));
  },
);

/** The last segment of the path: the intent's ID, possibly with an ending, which is no valid ID. */
const fileIn = (url: string): string => decodeURIComponent(url.split('?', 1)[0]?.split('/').at(-1) ?? '');

async function answer(
  context: Context,
  { url, params, headers }: Pick<AnyCall, 'url' | 'headers'> & { params: { public_key: string } },
  tenant: Tenant,
  visitor?: string,
) {
  const { id, format } = chooseFormat(fileIn(url), headers.accept);
  const store = await context.stores.of(tenant);
  const requested = { merchantId: tenant.merchantId, intentId: parseId('pi', id) };
  const invoice = await getInvoiceUseCase(context, store, requested);
  const { logo: name } = await context.settings.find(tenant.merchantId);
  return answerInvoice(invoice, format, {
    pdfUrl: payersInvoiceUrl(context, params.public_key, invoice.intentId, '.pdf'),
    logoUrl: name ? `${context.config.baseUrl}${logoPath(name)}` : null,
    drawPdf: () => {
      const logo = name && { hash: name.hash, load: () => context.settings.findLogo(name.hash) };
      return context.pdfs.find({ invoice, logo, visitor });
    },
  });
}
