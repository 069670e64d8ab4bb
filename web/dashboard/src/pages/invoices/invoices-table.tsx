import { Link } from '@tanstack/react-router';
import type { ListedInvoice } from '../../api/generated.ts';
import type { Mode } from '../../api/types.ts';
import { formatMoney } from '../../format/money.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { DateTime } from '../../ui/date-time.tsx';

const HEADS = ['Number', 'Issued', 'Payment', 'Status', 'Customer', 'Total'];
const CELL = 'py-2.5 max-xl:py-0 xl:px-2.5 xl:first:pl-0 xl:last:pr-0';

/** The roles are explicit because some browsers drop a table's roles when it is styled as cards. */
export function InvoicesTable({ mode, invoices }: { mode: Mode; invoices: ListedInvoice[] }) {
  return (
    <table role="table" className="w-full border-collapse text-left max-xl:block">
      <caption className="sr-only">Invoices and credit notes, newest first</caption>
      <thead role="rowgroup" className="max-xl:sr-only">
        <tr role="row" className="border-b border-line">
          {HEADS.map((head) => (
            <th
              key={head}
              role="columnheader"
              scope="col"
              className="px-2.5 py-2 text-xs font-medium text-soft first:pl-0 last:pr-0 last:text-right"
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-xl:flex max-xl:flex-col max-xl:gap-2">
        {invoices.map((invoice) => (
          <InvoiceRow key={`${invoice.kind} ${invoice.number}`} mode={mode} invoice={invoice} />
        ))}
      </tbody>
    </table>
  );
}

function InvoiceRow({ mode, invoice }: { mode: Mode; invoice: ListedInvoice }) {
  const { kind, number, issued_at, corrects, payment_intent_id: id, payment_intent_status: status, customer } = invoice;
  return (
    <tr
      role="row"
      className="border-b border-line align-baseline max-xl:flex max-xl:flex-wrap max-xl:items-baseline max-xl:gap-x-3 max-xl:gap-y-1.5 max-xl:rounded-lg max-xl:border max-xl:p-3"
    >
      <td role="cell" className={`${CELL} max-xl:order-1 max-xl:flex-1`}>
        <a
          href={`/dashboard/api/${mode}/invoices/${encodeURIComponent(id)}?number=${encodeURIComponent(number)}`}
          target="_blank"
          rel="noreferrer"
          className="font-medium whitespace-nowrap text-link underline-offset-2 hover:underline"
        >
          {number}
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
        {kind === 'credit_note' ? (
          <span className="block text-xs text-soft">
            Credit note{corrects === null ? '' : ` for ${corrects.number}`}
          </span>
        ) : null}
      </td>
      <td role="cell" className={`${CELL} text-soft max-xl:order-5 max-xl:text-xs xl:whitespace-nowrap`}>
        <DateTime at={issued_at} />
      </td>
      <td role="cell" className={`${CELL} max-xl:order-3 max-xl:w-full`}>
        <Link
          to="/dashboard/payments/$id"
          params={{ id }}
          className="font-mono text-xs text-link underline-offset-2 hover:underline max-sm:break-all sm:whitespace-nowrap"
        >
          {id}
        </Link>
      </td>
      <td role="cell" className={`${CELL} max-xl:order-4`}>
        <StatusBadge status={status} />
      </td>
      <td role="cell" className={`${CELL} max-xl:order-6 max-xl:w-full`}>
        <span className="block wrap-anywhere">{customer.name}</span>
        <span className="block text-xs wrap-anywhere text-soft">{customer.email}</span>
      </td>
      <td role="cell" className={`${CELL} font-medium whitespace-nowrap tabular-nums max-xl:order-2 xl:text-right`}>
        {formatMoney(invoice.total_amount, invoice.currency)}
      </td>
    </tr>
  );
}
