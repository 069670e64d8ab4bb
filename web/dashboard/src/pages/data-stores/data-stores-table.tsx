import type { ReactNode } from 'react';
import type { DataStore } from '../../api/generated.ts';
import { formatLag, formatSize } from '../../format/data-store.ts';
import { Badge } from '../../ui/badge.tsx';

const HEADS = ['Data store', 'Health', 'Merchants', 'Size', 'Event lag', 'Scan lag', 'New merchants'];

/** The roles are explicit because some browsers drop a table's roles when it is styled as cards. */
export function DataStoresTable({ stores }: { stores: DataStore[] }) {
  return (
    <table role="table" className="w-full border-collapse text-left max-lg:block">
      <caption className="sr-only">Data stores</caption>
      <thead role="rowgroup" className="max-lg:sr-only">
        <tr role="row" className="border-b border-line">
          {HEADS.map((head) => (
            <th
              key={head}
              role="columnheader"
              scope="col"
              className="px-2.5 py-2 text-xs font-medium whitespace-nowrap text-soft first:pl-0 last:pr-0"
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-lg:flex max-lg:flex-col max-lg:gap-2">
        {stores.map((store) => (
          <Row key={store.id} store={store} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ store }: { store: DataStore }) {
  const { id, name, healthy, open, merchants, size_bytes: size, event_lag_ms: eventLag, scan_lag_ms: scanLag } = store;
  return (
    <tr
      role="row"
      className="border-b border-line align-baseline max-lg:grid max-lg:grid-cols-2 max-lg:gap-x-4 max-lg:gap-y-2.5 max-lg:rounded-lg max-lg:border max-lg:p-3 sm:max-lg:grid-cols-3"
    >
      <td role="cell" className="max-lg:col-span-full lg:py-2.5 lg:pr-2.5">
        <span className="block font-medium wrap-anywhere">{name}</span>
        {id === name ? null : <code className="block font-mono text-xs break-all text-soft">{id}</code>}
      </td>
      <Cell label="Health">
        <Badge tone={healthy ? 'good' : 'bad'}>{healthy ? 'Healthy' : 'Away'}</Badge>
      </Cell>
      <Cell label="Merchants">{merchants.toLocaleString('en-US')}</Cell>
      <Cell label="Size">{size === null ? <Unknown /> : formatSize(size)}</Cell>
      <Cell label="Event lag">{eventLag === null ? <Unknown /> : formatLag(eventLag)}</Cell>
      <Cell label="Scan lag">
        {scanLag !== null ? (
          formatLag(scanLag)
        ) : healthy ? (
          <span className="text-soft">Nothing to scan</span>
        ) : (
          <Unknown />
        )}
      </Cell>
      <Cell label="New merchants">{open ? 'Yes' : 'No'}</Cell>
    </tr>
  );
}

const Unknown = () => <span className="text-soft">Unknown</span>;

/** On small screens, the head of the table is hidden, and every value has its label beside it. */
function Cell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <td role="cell" className="tabular-nums lg:px-2.5 lg:py-2.5 lg:whitespace-nowrap lg:last:pr-0">
      <span aria-hidden="true" className="block text-xs text-soft lg:hidden">
        {label}
      </span>
      {children}
    </td>
  );
}
