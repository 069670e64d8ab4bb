import type { Invoice, InvoiceLine, InvoicePayment } from '../../domain/invoices/invoice.ts';
import { type Html, html } from '../docs/html.ts';
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
import type { DocumentLink } from './invoice-url.ts';

export const INVOICE_STYLE_PATH = '/invoices/invoice.css';

/** User-written text may be right-to-left inside left-to-right text. */
const written = (text: string): Html => html`<bdi>${text}</bdi>`;

function renderRows(rows: readonly SumRow[]): Html[] {
  return rows.map(({ label, value }) => html`<div><dt>${label}</dt><dd>${written(value)}</dd></div>`);
}

function renderParty(title: string, name: string, lines: readonly string[]): Html {
  return html`<section>
<h2>${title}</h2>
<p class="name">${written(name)}</p>
${lines.map((line) => html`<p>${written(line)}</p>`)}
</section>`;
}

function renderParties({ buyer }: Invoice): Html {
  const shipping = isSameAddress(buyer.billingAddress, buyer.shippingAddress)
    ? ['Same as the billing address']
    : addressLines(buyer.shippingAddress);
  return html`<div class="parties">
${renderParty('Billed to', buyer.name, billingLines(buyer))}
${renderParty('Shipped to', buyer.name, shipping)}
</div>`;
}

/** On a narrow screen the cells are blocks and would lose their roles, so the roles are explicit. */
function renderLine(invoice: Invoice, line: InvoiceLine): Html {
  const id = line.name !== line.itemId && html`<span class="id">${written(line.itemId)}</span>`;
  return html`<tr role="row">
<th scope="row" role="rowheader">${written(line.name)}${id}</th>
<td role="cell" data-label="Quantity">${line.quantity.toLocaleString('en-US')}</td>
<td role="cell" data-label="Unit price">${plainAmount(invoice, line.unitAmount)}</td>
<td role="cell" data-label="Amount">${plainAmount(invoice, line.amount)}</td>
</tr>`;
}

function renderLines(invoice: Invoice): Html {
  const note = linesNote(invoice);
  return html`<table role="table" class="lines">
<caption class="hidden">Items, amounts in ${invoice.currency}</caption>
<thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">Item</th><th scope="col" role="columnheader">Quantity</th><th scope="col" role="columnheader">Unit price (${invoice.currency})</th><th scope="col" role="columnheader">Amount (${invoice.currency})</th></tr></thead>
<tbody role="rowgroup">
${invoice.lines.map((line) => renderLine(invoice, line))}
</tbody>
</table>
${note !== undefined && html`<p class="note">${note}</p>`}
<dl class="sums">
${renderRows(sumRows(invoice))}
<div class="total"><dt>Total</dt><dd>${amountWithCurrency(invoice, invoice.total)}</dd></div>
</dl>`;
}

function renderPayment(payment: InvoicePayment): Html {
  return html`<tr role="row">
<td role="cell" data-label="Time (UTC)">${formatTime(payment.at)}</td>
<td role="cell" data-label="Network">${networkLabel(payment)}</td>
<td role="cell" data-label="Transaction" class="tx">${written(payment.tx)}</td>
<td role="cell" data-label="State">${paymentStateLabel(payment)}</td>
<td role="cell" data-label="Amount">${payment.amount} ${payment.asset}</td>
</tr>`;
}

function renderPayments({ payments }: Invoice): Html | undefined {
  if (payments.length === 0) return undefined;
  return html`<table role="table" class="payments">
<caption>Payments received</caption>
<thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">Time (UTC)</th><th scope="col" role="columnheader">Network</th><th scope="col" role="columnheader">Transaction</th><th scope="col" role="columnheader">State</th><th scope="col" role="columnheader">Amount</th></tr></thead>
<tbody role="rowgroup">
${payments.map(renderPayment)}
</tbody>
</table>`;
}

/** The invoice as a page, for screens of any width and for print on A4 or Letter. */
export function renderInvoiceHtml(invoice: Invoice, linkTo: DocumentLink, logoUrl: string | null = null): string {
  const { seller, description, reference } = invoice;
  const status = statusLabel(invoice);
  const note = kindNote(invoice);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${nameOf(invoice)} – ${seller.name}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${INVOICE_STYLE_PATH}">
</head>
<body>
<main>
${!invoice.livemode && html`<p class="test" role="note">${TEST_NOTE}</p>`}
<header>
<div class="seller">
${logoUrl !== null && html`<img class="logo" src="${logoUrl}" alt="">`}
<p class="name">${written(seller.name)}</p>
${sellerLines(seller).map((line) => html`<p>${written(line)}</p>`)}
</div>
<div class="title">
<h1>${TITLES[invoice.kind]}</h1>
${status !== undefined && html`<p class="status is-${invoice.status}"><span class="hidden">Status: </span>${status}</p>`}
</div>
</header>
<dl class="facts">
${renderRows(factRows(invoice))}
</dl>
${note !== undefined && html`<p class="kind">${note}${reference && html` <a href="${linkTo(reference.number, '').url}">Open ${reference.number}</a>`}</p>`}
${renderParties(invoice)}
${description !== undefined && description !== '' && html`<p class="description">${written(description)}</p>`}
${renderLines(invoice)}
<section class="crypto">
<h2>Payment in ${invoice.asset}</h2>
<dl class="facts">
${renderRows(cryptoRows(invoice))}
</dl>
${renderPayments(invoice)}
</section>
${seller.footer !== undefined && html`<footer>${seller.footer.split('\n').map((line) => html`<p>${written(line)}</p>`)}</footer>`}
<p class="actions"><a href="${linkTo(invoice.number, '.pdf').url}">Download as PDF</a></p>
</main>
</body>
</html>
`.toString();
}
