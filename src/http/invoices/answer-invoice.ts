import type { Invoice } from '../../domain/invoices/invoice.ts';
import type { Logo } from '../../domain/merchants/settings.ts';
import { HTML_HEADERS } from '../server/html-headers.ts';
import type { Answer } from '../server/route.ts';
import type { InvoiceFormat } from './choose-format.ts';
import { presentInvoice } from './present-invoice.ts';
import { renderInvoiceHtml } from './render-html.ts';

const VARY = { vary: 'Accept, Authorization' };

export interface InvoiceSurroundings {
  /** Where the page finds the PDF. */
  pdfUrl: string;
  logoUrl: string | null;
  /** Where the file itself holds it. */
  logo: Logo | undefined;
}

type Present = (invoice: Invoice, around: InvoiceSurroundings) => Answer | Promise<Answer>;

const PRESENT: Record<InvoiceFormat, Present> = {
  html: (invoice, { pdfUrl, logoUrl }) => ({
    status: 200,
    headers: { ...HTML_HEADERS, ...VARY, 'cache-control': 'no-store' },
    body: renderInvoiceHtml(invoice, pdfUrl, logoUrl),
  }),
  pdf: async (invoice, { logo }) => ({
    status: 200,
    headers: {
      ...VARY,
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${invoice.number}.pdf"`,
      // A browser shows a PDF by a plug-in of its own, which counts as an object of the same place.
      'content-security-policy': "default-src 'none'; object-src 'self'; frame-ancestors 'none'",
    },
    body: await drawPdf(invoice, logo),
  }),
  json: (invoice, { logoUrl }) => ({
    status: 200,
    headers: VARY,
    body: JSON.stringify(presentInvoice(invoice, logoUrl)),
  }),
};

/** What draws a PDF takes some 30 MB of memory, so it is loaded with the first one. */
async function drawPdf(invoice: Invoice, logo: Logo | undefined): Promise<Buffer> {
  const { renderInvoicePdf } = await import('./render-pdf.ts');
  return renderInvoicePdf(invoice, logo);
}

/** An invoice in the form that was asked for. */
export const answerInvoice = (
  invoice: Invoice,
  format: InvoiceFormat,
  around: InvoiceSurroundings,
): Answer | Promise<Answer> => PRESENT[format](invoice, around);
