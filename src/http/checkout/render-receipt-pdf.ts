import type { Static } from 'typebox';
import type { Logo } from '../../domain/merchants/settings.ts';
import { formatMoney } from '../../domain/money/format-money.ts';
import { fiatAmount } from '../../domain/money/money.ts';
import { formatTime, type SumRow } from '../invoices/invoice-labels.ts';
import { COLORS, PdfSheet } from '../invoices/pdf-sheet.ts';
import { drawFacts, drawParagraph, drawTable, LOGO_SIZE, textsIn } from '../invoices/render-pdf.ts';
import { toDrawable } from '../invoices/to-drawable.ts';
import type { CheckoutStateSchema } from './checkout-state-schema.ts';

type State = Static<typeof CheckoutStateSchema>;

/** The parts of a checkout that a receipt shows. None of them is about the customer. */
export type ReceiptDocument = Pick<
  State,
  | 'payment_intent_id'
  | 'livemode'
  | 'description'
  | 'order_id'
  | 'currency'
  | 'currency_exponent'
  | 'total_amount'
  | 'tax_amount'
  | 'tax_percent'
  | 'asset'
  | 'exchange_rate'
  | 'amount_received'
> & { merchant: string; receipt: NonNullable<State['receipt']> };

const TEST_NOTE = 'Test mode: this is not a real receipt. No money has moved.';

/** The receipt as a PDF on one A4 page. */
export async function renderReceiptPdf(document: ReceiptDocument, logo?: Logo): Promise<Buffer> {
  const { merchant, payment_intent_id: id, receipt, description, livemode } = document;
  const info = {
    title: `Receipt ${id} – ${merchant}`,
    author: merchant,
    createdAtMs: receipt.paid_at === null ? 0 : Date.parse(receipt.paid_at),
  };
  const sheet = await PdfSheet.open(info, { texts: textsIn(document), bold: [merchant] });
  if (!livemode) drawParagraph(sheet, TEST_NOTE, { color: COLORS.warn, bold: true });
  drawHead(sheet, merchant, logo && (await toDrawable(logo)));
  drawFacts(sheet, factsOf(document));
  if (description) drawParagraph(sheet, shorten(description));
  drawFacts(sheet, amountsOf(document));
  drawPayments(sheet, receipt);
  return sheet.finish((page, pages) => `${id} · page ${page} of ${pages}`);
}

/** A description can be long enough to fill a page. */
const DESCRIPTION_LENGTH_MAX = 300;
const shorten = (text: string): string =>
  text.length <= DESCRIPTION_LENGTH_MAX ? text : `${text.slice(0, DESCRIPTION_LENGTH_MAX)}…`;

function drawHead(sheet: PdfSheet, merchant: string, logo: Uint8Array | undefined): void {
  const half = sheet.width * 0.6;
  const right = sheet.left + half;
  const rest = sheet.width - half;
  const under = logo ? sheet.picture(logo, LOGO_SIZE) + 8 : 0;
  const name = sheet.write(merchant, sheet.left, sheet.y + under, half - 20, { size: 15, bold: true });
  const title = sheet.write('Receipt', right, sheet.y, rest, { size: 20, bold: true, align: 'right' });
  const paid = { bold: true, align: 'right', color: COLORS.good } as const;
  const label = sheet.write('Paid', right, sheet.y + title + 2, rest, paid);
  sheet.y += Math.max(under + name, title + label + 2) + 14;
  sheet.rule(COLORS.text, 1.5);
  sheet.y += 16;
}

const factsOf = ({ receipt, order_id: order, payment_intent_id: id }: ReceiptDocument): SumRow[] => [
  ...(receipt.paid_at === null ? [] : [{ label: 'Paid (UTC)', value: formatTime(receipt.paid_at) }]),
  ...(order ? [{ label: 'Order', value: order }] : []),
  { label: 'Payment', value: id },
];

function amountsOf(document: ReceiptDocument): SumRow[] {
  const { tax_percent, tax_amount, total_amount, amount_received, asset, exchange_rate } = document;
  const fiat = (amount: number) =>
    `${formatMoney(fiatAmount(amount), document.currency_exponent)} ${document.currency}`;
  return [
    { label: 'Total', value: fiat(total_amount) },
    ...(tax_amount === 0 ? [] : [{ label: `Tax in it (${tax_percent}%)`, value: fiat(tax_amount) }]),
    { label: 'Received', value: `${amount_received} ${asset}` },
    { label: 'Exchange rate', value: exchange_rate },
  ];
}

function drawPayments(sheet: PdfSheet, { payments, more_payments: more }: ReceiptDocument['receipt']): void {
  if (payments.length === 0) return;
  const columns = [
    { label: 'Network', share: 0.2 },
    { label: 'Transaction', share: 0.58 },
    { label: 'Amount', share: 0.22, align: 'right' as const },
  ];
  const rows = payments.map(({ network_name, tx, amount, asset }) =>
    [network_name, tx, `${amount} ${asset}`].map((text) => ({ text })),
  );
  drawTable(sheet, columns, rows, { size: 8 });
  sheet.y += 14;
  if (more > 0) drawParagraph(sheet, `Payments that are not listed: ${more}`);
}
