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
        className="font-mono text-xs text-link underline-offset-2 hover:underline max-sm:break-all sm:whitespace-nowrap"
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
      <span className="font-medium tabular-nums max-xl:wrap-anywhere xl:whitespace-nowrap">
        {formatMoney(original.total_amount, original.currency_displayed)}
      </span>
    ),
  }),
  column.display({ id: 'crypto', header: 'Due / received', cell: ({ row }) => <Crypto intent={row.original} /> }),
  column.display({
    id: 'customer',
    header: 'Customer',
    cell: ({ row: { original } }) => (
      <span className="block xl:min-w-32">
        <span className="line-clamp-3 wrap-anywhere" title={original.customer.name} dir="auto">
          {original.customer.name}
        </span>
        <span className="line-clamp-2 text-xs wrap-anywhere text-soft" title={original.customer.email}>
          {original.customer.email}
        </span>
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
        <span className="line-clamp-3 wrap-anywhere xl:min-w-20" title={original.order_id}>
          {original.order_id}
        </span>
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
    <span className="block tabular-nums wrap-anywhere xl:max-w-48 xl:min-w-28">
      <span className="block">
        {due} {asset}
      </span>
      <span className="block text-xs text-soft">
        {isZero(received) && !isZero(pending) ? `${pending} pending` : `${received} received`}
      </span>
    </span>
  );
}

/** The position of each cell where a row becomes a card: seven columns only fit on a wide screen. */
const CARD_CELL: Record<string, string> = {
  payment: 'max-lg:order-3 max-lg:w-full lg:max-xl:order-2 lg:max-xl:col-span-2',
  status: 'max-lg:order-2 lg:max-xl:order-3 lg:max-xl:justify-self-end',
  amount: 'min-w-0 max-xl:order-1 max-lg:flex-1 max-xl:text-base xl:text-right',
  crypto: 'min-w-0 max-xl:order-4 max-lg:flex-1',
  customer: 'min-w-0 max-xl:order-5 max-lg:w-full',
  order: 'max-lg:order-7 max-lg:text-xs lg:max-xl:order-6 empty:hidden',
  created: 'max-lg:order-6 max-lg:flex-1 max-lg:text-xs lg:max-xl:order-7 lg:max-xl:justify-self-end',
};

const CARD =
  'max-xl:rounded-lg max-xl:border max-xl:p-3 max-xl:items-baseline max-xl:gap-y-1.5 max-lg:flex max-lg:flex-wrap max-lg:gap-x-3 lg:max-xl:grid lg:max-xl:grid-cols-[9rem_minmax(12rem,1fr)_minmax(0,1fr)_9rem] lg:max-xl:gap-x-4';

/** The roles are explicit because some browsers drop a table's roles when it is styled as cards. */
export function IntentsTable({ intents, newIds }: { intents: Intent[]; newIds: ReadonlySet<string> }) {
  const table = useTable({ features, columns, data: intents, getRowId: ({ id }) => id });
  const openRow = useOpenRow();
  return (
    <table role="table" className="w-full border-collapse text-left max-xl:block">
      <caption className="sr-only">Payments, newest first</caption>
      <thead role="rowgroup" className="max-xl:sr-only">
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
      <tbody role="rowgroup" className="max-xl:flex max-xl:flex-col max-xl:gap-2">
        {table.getRowModel().rows.map((row) => (
          <tr
            key={row.id}
            role="row"
            onClick={(event) => openRow(event, row.id)}
            className={`cursor-pointer border-b border-line align-baseline hover:bg-hover ${CARD} ${newIds.has(row.id) ? 'animate-arrive' : ''}`}
          >
            {row.getAllCells().map((cell) => (
              <td
                key={cell.id}
                role="cell"
                className={`xl:px-2.5 xl:py-2.5 xl:first:pl-0 xl:last:pr-0 ${CARD_CELL[cell.column.id]}`}
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
