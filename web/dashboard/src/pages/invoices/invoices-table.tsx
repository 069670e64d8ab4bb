import { Link } from '@tanstack/react-router';
import type { ListedInvoice } from '../../api/generated.ts';
import type { Mode } from '../../api/types.ts';
import { formatMoney } from '../../format/money.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { DateTime } from '../../ui/date-time.tsx';

const HEADS = ['Number', 'Issued', 'Payment', 'Status', 'Customer', 'Total'];
const CELL = 'py-2.5 max-lg:py-0 lg:px-2.5 lg:first:pl-0 lg:last:pr-0';

/** The roles are explicit because some browsers drop a table's roles when it is styled as cards. */
export function InvoicesTable({ mode, invoices }: { mode: Mode; invoices: ListedInvoice[] }) {
  return (
    <table role="table" className="w-full border-collapse text-left max-lg:block">
      <caption className="sr-only">Invoices, the highest number first</caption>
      <thead role="rowgroup" className="max-lg:sr-only">
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
      <tbody role="rowgroup" className="max-lg:flex max-lg:flex-col max-lg:gap-2">
        {invoices.map((invoice) => (
          <InvoiceRow key={invoice.number} mode={mode} invoice={invoice} />
        ))}
      </tbody>
    </table>
  );
}

function InvoiceRow({ mode, invoice }: { mode: Mode; invoice: ListedInvoice }) {
  const { number, issued_at, payment_intent_id: id, payment_intent_status: status, customer } = invoice;
  return (
    <tr
      role="row"
      className="border-b border-line align-baseline max-lg:flex max-lg:flex-wrap max-lg:items-baseline max-lg:gap-x-3 max-lg:gap-y-1.5 max-lg:rounded-lg max-lg:border max-lg:p-3"
    >
      <td role="cell" className={`${CELL} max-lg:order-1 max-lg:flex-1`}>
        <a
          href={`/dashboard/api/${mode}/invoices/${encodeURIComponent(id)}`}
          target="_blank"
          rel="noreferrer"
          className="font-medium whitespace-nowrap text-link underline-offset-2 hover:underline"
        >
          {number}
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      </td>
      <td role="cell" className={`${CELL} text-soft max-lg:order-5 max-lg:text-xs lg:whitespace-nowrap`}>
        <DateTime at={issued_at} />
      </td>
      <td role="cell" className={`${CELL} max-lg:order-3 max-lg:w-full`}>
        <Link
          to="/dashboard/payments/$id"
          params={{ id }}
          className="font-mono text-xs text-link underline-offset-2 hover:underline max-sm:break-all sm:whitespace-nowrap"
        >
          {id}
        </Link>
      </td>
      <td role="cell" className={`${CELL} max-lg:order-4`}>
        <StatusBadge status={status} />
      </td>
      <td role="cell" className={`${CELL} max-lg:order-6 max-lg:w-full`}>
        <span className="block wrap-anywhere">{customer.name}</span>
        <span className="block text-xs wrap-anywhere text-soft">{customer.email}</span>
      </td>
      <td role="cell" className={`${CELL} font-medium whitespace-nowrap tabular-nums max-lg:order-2 lg:text-right`}>
        {formatMoney(invoice.total_amount, invoice.currency)}
      </td>
    </tr>
  );
}
