import type { Invoice } from '../../domain/invoice.ts';
import { HTML_HEADERS } from '../html-headers.ts';
import type { Answer } from '../route.ts';
import type { InvoiceFormat } from './choose-format.ts';
import { presentInvoice } from './present-invoice.ts';
import { renderInvoiceHtml } from './render-html.ts';
import { renderInvoicePdf } from './render-pdf.ts';

const VARY = { vary: 'Accept, Authorization' };

type Present = (invoice: Invoice, pdfUrl: string) => Answer | Promise<Answer>;

const PRESENT: Record<InvoiceFormat, Present> = {
  html: (invoice, pdfUrl) => ({
    status: 200,
    headers: { ...HTML_HEADERS, ...VARY, 'cache-control': 'no-store' },
    body: renderInvoiceHtml(invoice, pdfUrl),
  }),
  pdf: async (invoice) => ({
    status: 200,
    headers: {
      ...VARY,
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${invoice.number}.pdf"`,
      // A browser shows a PDF by a plug-in of its own, which counts as an object of the same place.
      'content-security-policy': "default-src 'none'; object-src 'self'; frame-ancestors 'none'",
    },
    body: await renderInvoicePdf(invoice),
  }),
  json: (invoice) => ({ status: 200, headers: VARY, body: JSON.stringify(presentInvoice(invoice)) }),
};

/** An invoice in the form that was asked for. The page links to the PDF under the address that is given. */
export const answerInvoice = (invoice: Invoice, format: InvoiceFormat, pdfUrl: string): Answer | Promise<Answer> =>
  PRESENT[format](invoice, pdfUrl);
