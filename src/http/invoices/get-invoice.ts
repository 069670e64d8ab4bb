import { Type } from 'typebox';
import { parseId } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Tenant } from '../../ports/stores.ts';
import { getInvoice as getInvoiceUseCase } from '../../usecases/invoices/get-invoice.ts';
import { type InvoiceLink, makeInvoiceLink, openInvoiceLink } from '../../usecases/invoices/invoice-link.ts';
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
import { payersInvoiceLink } from './invoice-url.ts';

/** Of a prefix and a number. */
const NUMBER_LENGTH_MAX = LIMITS.invoicePrefixLengthMax + 10;

const Query = Type.Object({
  number: Type.Optional(
    Type.String({
      maxLength: NUMBER_LENGTH_MAX,
      description: 'The number of an invoice or credit note of this payment intent. By default, its newest invoice.',
    }),
  ),
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
    'a page. The invoice is issued when the payment succeeds: it gets the next number of the merchant and mode, and keeps ' +
    'the seller, the buyer, names and prices of that moment. Before that, it is a pro forma without a number. If the ' +
    'payment is reversed, a credit note with a number cancels the invoice. The logo is always the current one. ' +
    `A payer opens an invoice with a signed link instead of a key: send \`url\` or \`pdf_url\` of the JSON to the buyer only. A signed link works for ${LIMITS.invoiceLinkDays} days.`,
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
    return answer(context, call, tenant, { network: clientNetwork(call.address), link });
  },
);

/** The last segment of the path: the intent's ID, possibly with an ending, which is no valid ID. */
const fileIn = (url: string): string => decodeURIComponent(url.split('?', 1)[0]?.split('/').at(-1) ?? '');

interface InvoiceCall extends Pick<AnyCall, 'url' | 'headers'> {
  params: { public_key: string };
  query: { number?: string };
}

async function answer(
  context: Context,
  { url, params, headers, query }: InvoiceCall,
  tenant: Tenant,
  visitor?: { network: string; link: InvoiceLink },
) {
  const { id, format } = chooseFormat(fileIn(url), headers.accept);
  const store = await context.stores.of(tenant);
  const requested = { merchantId: tenant.merchantId, intentId: parseId('pi', id), number: query.number };
  const invoice = await getInvoiceUseCase(context, store, requested);
  const { logo: name } = await context.settings.find(tenant.merchantId);
  // A payer's link leads on with its own signature: it never renews itself.
  const link = visitor?.link ?? makeInvoiceLink(context, params.public_key, invoice.intentId);
  return answerInvoice(invoice, format, {
    linkTo: payersInvoiceLink(context, params.public_key, invoice.intentId, link),
    logoUrl: name ? `${context.config.baseUrl}${logoPath(name)}` : null,
    drawPdf: () => {
      const logo = name && { hash: name.hash, load: () => context.settings.findLogo(name.hash) };
      return context.pdfs.find({ owner: tenant.merchantId, invoice, logo, visitor: visitor?.network });
    },
  });
}
