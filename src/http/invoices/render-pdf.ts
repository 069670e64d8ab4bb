import type { Invoice } from '../../domain/invoices/invoice.ts';
import type { Logo } from '../../domain/merchants/settings.ts';
import {
  addressLines,
  amountWithCurrency,
  billingLines,
  cryptoRows,
  factRows,
  formatTime,
  isSameAddress,
  kindNote,
  linesNote,
  nameOf,
  networkLabel,
  paymentStateLabel,
  plainAmount,
  type SumRow,
  sellerLines,
  statusLabel,
  sumRows,
  TEST_NOTE,
  TITLES,
} from './invoice-labels.ts';
import { COLORS, PdfSheet, type Style } from './pdf-sheet.ts';
import { toDrawable } from './to-drawable.ts';

const LOSSY_NOTE =
  'Some characters cannot be written in this file and are shown as question marks. The invoice’s web page shows them all.';

const SOFT: Style = { size: 8.5, color: COLORS.soft };
const PAD = 6;
export const LOGO_SIZE = { width: 120, height: 42 };

interface Column {
  label: string;
  /** A share of the width. */
  share: number;
  align?: 'left' | 'right';
}

interface Cell {
  text: string;
  /** A second, smaller text below. */
  below?: string;
}

/** The invoice as a PDF on A4, with the labels of the page and selectable text. */
export async function renderInvoicePdf(invoice: Invoice, logo?: Logo): Promise<Buffer> {
  const info = {
    title: `${nameOf(invoice)} – ${invoice.seller.name}`,
    author: invoice.seller.name,
    createdAtMs: invoice.issuedAtMs ?? invoice.createdAtMs,
  };
  const sheet = await PdfSheet.open(info, { texts: textsIn(invoice), bold: [invoice.seller.name, invoice.buyer.name] });
  if (!invoice.livemode) drawTestNote(sheet);
  drawHead(sheet, invoice, logo && (await toDrawable(logo)));
  drawFacts(sheet, factRows(invoice));
  const note = kindNote(invoice);
  if (note !== undefined) drawParagraph(sheet, note, SOFT);
  drawParties(sheet, invoice);
  if (invoice.description) drawParagraph(sheet, invoice.description);
  drawLines(sheet, invoice);
  drawSums(sheet, invoice);
  drawCrypto(sheet, invoice);
  if (invoice.seller.footer) drawParagraph(sheet, invoice.seller.footer, SOFT);
  if (sheet.isLossy) drawParagraph(sheet, LOSSY_NOTE, SOFT);
  return sheet.finish((page, pages) => `${nameOf(invoice)} · page ${page} of ${pages}`);
}

/** Every text in a value. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function drawTestNote(sheet: PdfSheet): void {
  sheet.box(24, COLORS.warn);
  sheet.write(TEST_NOTE, sheet.left + 8, sheet.y + 7, sheet.width - 16, { color: COLORS.warn });
  sheet.y += 44;
}

function drawHead(sheet: PdfSheet, invoice: Invoice, logo: Uint8Array | undefined): void {
  const { seller, status } = invoice;
  const half = sheet.width * 0.6;
  const right = sheet.left + half;
  let y = sheet.y + (logo ? sheet.picture(logo, LOGO_SIZE) + 8 : 0);
  y += sheet.write(seller.name, sheet.left, y, half - 20, { size: 15, bold: true });
  for (const line of sellerLines(seller)) y += sheet.write(line, sheet.left, y + 2, half - 20, SOFT) + 2;
  const rest = sheet.width - half;
  const title = sheet.write(TITLES[invoice.kind], right, sheet.y, rest, { size: 20, bold: true, align: 'right' });
  const color = status === 'paid' ? COLORS.good : status === 'canceled' ? COLORS.soft : COLORS.warn;
  const label = sheet.write(statusLabel(invoice) ?? '', right, sheet.y + title + 2, rest, {
    bold: true,
    align: 'right',
    color,
  });
  sheet.y = Math.max(y, sheet.y + title + label + 2) + 14;
  sheet.rule(COLORS.text, 1.5);
  sheet.y += 16;
}

/** Labels with their values below, side by side. The columns are equally wide if their natural widths do not fit. */
export function drawFacts(sheet: PdfSheet, rows: readonly SumRow[]): void {
  const gap = 28;
  const natural = rows.map(({ label, value }) => Math.max(sheet.widthOf(label, SOFT), sheet.widthOf(value)) + 1);
  const fits = natural.reduce((sum, width) => sum + width + gap, -gap) <= sheet.width;
  const widths = natural.map((width) => (fits ? width : sheet.width / rows.length - gap));
  const height = Math.max(...rows.map(({ value }, index) => sheet.heightOf(value, widths[index] ?? 0)));
  sheet.ensure(height + 14);
  let x = sheet.left;
  for (const [index, { label, value }] of rows.entries()) {
    const width = widths[index] ?? 0;
    sheet.write(label, x, sheet.y, width, SOFT);
    sheet.write(value, x, sheet.y + 13, width);
    x += width + gap;
  }
  sheet.y += height + 13 + 20;
}

function drawParties(sheet: PdfSheet, { buyer }: Invoice): void {
  const shipping = isSameAddress(buyer.billingAddress, buyer.shippingAddress)
    ? ['Same as the billing address']
    : addressLines(buyer.shippingAddress);
  const parties = [
    { title: 'Billed to', lines: billingLines(buyer) },
    { title: 'Shipped to', lines: shipping },
  ];
  const width = sheet.width / 2 - 12;
  const heights = parties.map(({ lines }) =>
    lines.reduce((sum, line) => sum + sheet.heightOf(line, width) + 2, sheet.heightOf(buyer.name, width) + 15),
  );
  sheet.ensure(Math.max(...heights));
  for (const [index, { title, lines }] of parties.entries()) {
    const x = sheet.left + index * (width + 24);
    sheet.write(title, x, sheet.y, width, SOFT);
    let y = sheet.y + 13;
    y += sheet.write(buyer.name, x, y, width, { bold: true }) + 2;
    for (const line of lines) y += sheet.write(line, x, y, width) + 2;
  }
  sheet.y += Math.max(...heights) + 20;
}

export function drawParagraph(sheet: PdfSheet, text: string, style: Style = {}): void {
  sheet.ensure(sheet.heightOf(text, sheet.width, style));
  sheet.y += sheet.write(text, sheet.left, sheet.y, sheet.width, style) + 14;
}

function drawRow(sheet: PdfSheet, columns: readonly Column[], cells: readonly Cell[], style: Style = {}): void {
  const gap = 8;
  let x = sheet.left;
  const places = columns.map(({ share, align }) => {
    const place = { x, width: share * sheet.width - gap, align: align ?? 'left' };
    x += share * sheet.width;
    return place;
  });
  const heights = cells.map(({ text, below }, index) => {
    const width = places[index]?.width ?? 0;
    return sheet.heightOf(text, width, style) + (below === undefined ? 0 : sheet.heightOf(below, width, SOFT) + 1);
  });
  const height = Math.max(...heights);
  sheet.ensure(height + 2 * PAD);
  for (const [index, { text, below }] of cells.entries()) {
    const { x: at, width, align } = places[index] ?? { x: sheet.left, width: sheet.width, align: 'left' as const };
    // The last column is aligned with the right margin.
    const start = align === 'right' ? at + gap : at;
    const used = sheet.write(text, start, sheet.y + PAD, width, { ...style, align });
    if (below !== undefined) sheet.write(below, start, sheet.y + PAD + used + 1, width, { ...SOFT, align });
  }
  sheet.y += height + 2 * PAD;
}

/** A table that repeats its header on each page. */
export function drawTable(
  sheet: PdfSheet,
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  style: Style = {},
): void {
  const head = () => {
    drawRow(
      sheet,
      columns,
      columns.map(({ label }) => ({ text: label })),
      SOFT,
    );
    sheet.rule(COLORS.text);
  };
  // Keeps the header together with its first row.
  sheet.ensure(60);
  head();
  sheet.onPage = head;
  for (const row of rows) {
    drawRow(sheet, columns, row, style);
    sheet.rule(COLORS.line);
  }
  sheet.onPage = undefined;
}

function drawLines(sheet: PdfSheet, invoice: Invoice): void {
  const columns: Column[] = [
    { label: 'Item', share: 0.46 },
    { label: 'Quantity', share: 0.14, align: 'right' },
    { label: `Unit price (${invoice.currency})`, share: 0.2, align: 'right' },
    { label: `Amount (${invoice.currency})`, share: 0.2, align: 'right' },
  ];
  const rows = invoice.lines.map((line): Cell[] => [
    { text: line.name, ...(line.name === line.itemId ? {} : { below: line.itemId }) },
    { text: line.quantity.toLocaleString('en-US') },
    { text: plainAmount(invoice, line.unitAmount) },
    { text: plainAmount(invoice, line.amount) },
  ]);
  drawTable(sheet, columns, rows);
  const note = linesNote(invoice);
  sheet.y += 6;
  if (note !== undefined) drawParagraph(sheet, note, SOFT);
}

function drawSums(sheet: PdfSheet, invoice: Invoice): void {
  const rows = sumRows(invoice);
  const width = sheet.width * 0.45;
  const x = sheet.left + sheet.width - width;
  sheet.ensure(rows.length * 18 + 50);
  sheet.y += 4;
  for (const { label, value } of rows) {
    sheet.write(label, x, sheet.y, width / 2, { color: COLORS.soft });
    sheet.write(value, x + width / 3, sheet.y, (width / 3) * 2, { align: 'right' });
    sheet.y += 18;
  }
  const total: Style = { size: 12.5, bold: true };
  sheet.rule(COLORS.text, 1.5, x);
  const value = amountWithCurrency(invoice, invoice.total);
  sheet.write('Total', x, sheet.y + 8, width / 3, total);
  sheet.write(value, x + width / 4, sheet.y + 8, (width / 4) * 3, { ...total, align: 'right' });
  sheet.y += 46;
}

function drawCrypto(sheet: PdfSheet, invoice: Invoice): void {
  sheet.ensure(90);
  sheet.rule(COLORS.line);
  sheet.y += 14;
  sheet.y += sheet.write(`Payment in ${invoice.asset}`, sheet.left, sheet.y, sheet.width, { size: 11, bold: true }) + 8;
  drawFacts(sheet, cryptoRows(invoice));
  if (invoice.payments.length === 0) return;
  const columns: Column[] = [
    { label: 'Time (UTC)', share: 0.22 },
    { label: 'Network', share: 0.16 },
    { label: 'Transaction', share: 0.33 },
    { label: 'State', share: 0.11 },
    { label: 'Amount', share: 0.18, align: 'right' },
  ];
  const rows = invoice.payments.map((payment) =>
    [
      formatTime(payment.at),
      networkLabel(payment),
      payment.tx,
      paymentStateLabel(payment),
      `${payment.amount} ${payment.asset}`,
    ].map((text) => ({ text })),
  );
  drawTable(sheet, columns, rows, { size: 8 });
  sheet.y += 14;
}
