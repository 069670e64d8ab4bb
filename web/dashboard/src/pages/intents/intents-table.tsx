import { Link, useNavigate } from '@tanstack/react-router';
import { createColumnHelper, tableFeatures, useTable } from '@tanstack/react-table';
import type { MouseEvent } from 'react';
import type { Intent } from '../../api/types.ts';
import { formatMoney, isZero } from '../../format/money.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';

const features = tableFeatures({});
const column = createColumnHelper<typeof features, Intent>();

const columns = column.columns([
  column.display({
    id: 'payment',
    header: 'Payment',
    cell: ({ row: { original } }) => (
      <Link
        to="/dashboard/payments/$id"
        params={{ id: original.id }}
        className="font-mono text-xs break-all text-link underline-offset-2 hover:underline"
      >
        {original.id}
      </Link>
    ),
  }),
  column.display({
    id: 'status',
    header: 'Status',
    cell: ({ row: { original } }) => <StatusBadge status={original.status} />,
  }),
  column.display({
    id: 'amount',
    header: 'Amount',
    cell: ({ row: { original } }) => (
      <span className="font-medium whitespace-nowrap tabular-nums">
        {formatMoney(original.total_amount, original.currency_displayed)}
      </span>
    ),
  }),
  column.display({ id: 'crypto', header: 'Due / received', cell: ({ row }) => <Crypto intent={row.original} /> }),
  column.display({
    id: 'customer',
    header: 'Customer',
    cell: ({ row: { original } }) => (
      <span className="block min-[72rem]:min-w-32">
        <span className="block wrap-anywhere">{original.customer.name}</span>
        <span className="block text-xs wrap-anywhere text-soft">{original.customer.email}</span>
      </span>
    ),
  }),
  column.display({
    id: 'order',
    header: 'Order',
    cell: ({ row: { original } }) =>
      original.order_id === null ? (
        <span className="text-soft max-lg:hidden" aria-label="No order">
          –
        </span>
      ) : (
        <span className="block wrap-anywhere min-[72rem]:min-w-20">{original.order_id}</span>
      ),
  }),
  column.display({
    id: 'created',
    header: 'Created',
    cell: ({ row: { original } }) => (
      <span className="whitespace-nowrap text-soft">
        <TimeAgo at={original.created_at} />
      </span>
    ),
  }),
]);

function Crypto({ intent }: { intent: Intent }) {
  const { asset, amount_due: due, amount_received: received, amount_pending: pending } = intent;
  return (
    <span className="block tabular-nums">
      <span className="block whitespace-nowrap">
        {due} {asset}
      </span>
      <span className="block text-xs whitespace-nowrap text-soft">
        {isZero(received) && !isZero(pending) ? `${pending} pending` : `${received} received`}
      </span>
    </span>
  );
}

/** The position of each cell when a row becomes a card on a narrow screen. */
const NARROW: Record<string, string> = {
  payment: 'max-lg:order-3 max-lg:w-full',
  status: 'max-lg:order-2',
  amount: 'max-lg:order-1 max-lg:flex-1 max-lg:text-base lg:text-right',
  crypto: 'max-lg:order-4 max-lg:flex-1',
  customer: 'max-lg:order-5 max-lg:w-full',
  order: 'max-lg:order-7 max-lg:text-xs empty:hidden',
  created: 'max-lg:order-6 max-lg:flex-1 max-lg:text-xs',
};

/** The roles are explicit because some browsers drop a table's roles when it is styled as cards. */
export function IntentsTable({ intents, newIds }: { intents: Intent[]; newIds: ReadonlySet<string> }) {
  const table = useTable({ features, columns, data: intents, getRowId: ({ id }) => id });
  const openRow = useOpenRow();
  return (
    <table role="table" className="w-full border-collapse text-left max-lg:block">
      <caption className="sr-only">Payments, newest first</caption>
      <thead role="rowgroup" className="max-lg:sr-only">
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id} role="row" className="border-b border-line">
            {group.headers.map((header) => (
              <th
                key={header.id}
                role="columnheader"
                scope="col"
                className={`px-2.5 py-2 text-xs font-medium text-soft first:pl-0 last:pr-0 ${header.id === 'amount' ? 'text-right' : ''}`}
              >
                <table.FlexRender header={header} />
              </th>
            ))}
          </tr>
        ))}
      </thead>
      <tbody role="rowgroup" className="max-lg:flex max-lg:flex-col max-lg:gap-2">
        {table.getRowModel().rows.map((row) => (
          <tr
            key={row.id}
            role="row"
            onClick={(event) => openRow(event, row.id)}
            className={`cursor-pointer border-b border-line align-baseline hover:bg-hover max-lg:flex max-lg:flex-wrap max-lg:items-baseline max-lg:gap-x-3 max-lg:gap-y-1.5 max-lg:rounded-lg max-lg:border max-lg:p-3 ${newIds.has(row.id) ? 'animate-arrive' : ''}`}
          >
            {row.getAllCells().map((cell) => (
              <td
                key={cell.id}
                role="cell"
                className={`lg:px-2.5 lg:py-2.5 lg:first:pl-0 lg:last:pr-0 ${NARROW[cell.column.id]}`}
              >
                <table.FlexRender cell={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A click anywhere on the row opens it; keyboard users use the link. Selecting text does not open it. */
function useOpenRow() {
  const navigate = useNavigate();
  return (event: MouseEvent<HTMLElement>, id: string) => {
    const onLink = event.target instanceof Element && event.target.closest('a') !== null;
    if (onLink || event.metaKey || event.ctrlKey || document.getSelection()?.isCollapsed === false) return;
    void navigate({ to: '/dashboard/payments/$id', params: { id } });
  };
}
