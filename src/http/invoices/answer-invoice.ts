import type { Static } from 'typebox';
import type { Invoice } from '../../domain/invoices/invoice.ts';
import type { ContentAnswer, JsonAnswer } from '../server/answer.ts';
import { HTML_HEADERS } from '../server/html-headers.ts';
import type { InvoiceFormat } from './choose-format.ts';
import type { InvoiceSchema } from './invoice-schema.ts';
import type { DocumentLink } from './invoice-url.ts';
import { presentInvoice } from './present-invoice.ts';
import { renderInvoiceHtml } from './render-html.ts';

const VARY = { vary: 'Accept, Authorization' };

export interface InvoiceAssets {
  /** Links for payers: to the page, to its PDF, and to another document of the payment intent. */
  linkTo: DocumentLink;
  logoUrl: string | null;
  drawPdf: () => Promise<Buffer>;
}

type InvoiceAnswer = JsonAnswer<200, Static<typeof InvoiceSchema>> | ContentAnswer<200>;

const fileNameOf = ({ number, intentId }: Invoice): string =>
  number === undefined ? `pro-forma-${intentId}` : number.replaceAll('/', '-');

const FORMATS: Record<
  InvoiceFormat,
  (invoice: Invoice, assets: InvoiceAssets) => InvoiceAnswer | Promise<InvoiceAnswer>
> = {
  html: (invoice, { linkTo, logoUrl }) => ({
    status: 200,
    headers: { ...HTML_HEADERS, ...VARY, 'cache-control': 'no-store' },
    body: renderInvoiceHtml(invoice, linkTo, logoUrl),
  }),
  pdf: async (invoice, { drawPdf }) => ({
    status: 200,
    headers: {
      ...VARY,
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${fileNameOf(invoice)}.pdf"`,
      // Browsers show a PDF with a plug-in, which the policy treats as an object of the same origin.
      'content-security-policy': "default-src 'none'; object-src 'self'; frame-ancestors 'none'",
    },
    body: await drawPdf(),
  }),
  json: (invoice, { linkTo, logoUrl }) => ({
    status: 200,
    headers: VARY,
    body: presentInvoice(invoice, { logoUrl, linkTo }),
  }),
};

/** Answers with an invoice in the requested format. */
export const answerInvoice = (invoice: Invoice, format: InvoiceFormat, assets: InvoiceAssets) =>
  FORMATS[format](invoice, assets);
