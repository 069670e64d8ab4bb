import { join } from 'node:path';
import { defineRoute } from '../server/route.ts';
import { readStaticFile } from '../server/static-files.ts';
import { INVOICE_STYLE_PATH } from './render-html.ts';

const file = readStaticFile(join(import.meta.dirname, 'invoice.css'));

export const getInvoiceStyle = defineRoute({
  id: 'invoices.style',
  method: 'GET',
  path: INVOICE_STYLE_PATH,
  tag: 'Invoices',
  summary: 'Get the style sheet of the invoice page',
  access: 'open',
  undocumented: true,
  answers: { 200: { description: 'Returns the file.', contentType: 'text/css' } },
}).handle(() => ({
  status: 200,
  headers: { 'cache-control': 'no-cache' },
  file,
}));
