import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Item } from '../../api/generated.ts';
import { itemsQuery } from '../../api/queries.ts';
import type { Mode } from '../../api/types.ts';
import { formatMoney } from '../../format/money.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadError } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { DeleteItem } from './delete-item.tsx';
import { EditItem } from './edit-item.tsx';
import { ImportItems } from './import-items.tsx';

type Step = { name: 'none' | 'add' | 'import' } | { name: 'edit' | 'delete'; item: Item };

const NONE: Step = { name: 'none' };
const HEAD = 'px-2 py-1.5 text-xs font-medium text-soft first:pl-0';
const CELL = 'px-2 py-2 align-top first:pl-0';

export function ItemList({ mode }: { mode: Mode }) {
  const [step, setStep] = useState<Step>(NONE);
  const [cursor, setCursor] = useState<string | undefined>();
  const { data, error, refetch } = useQuery(itemsQuery(mode, cursor));
  const close = () => setStep(NONE);
  return (
    <Card
      title={`Items (${mode} mode)`}
      lead="Names and prices for the item IDs in your requests. Shown on the checkout page and invoices."
      actions={
        <div className="flex gap-2">
          <Button needs="items:write" onClick={() => setStep({ name: 'import' })}>
            Import CSV
          </Button>
          <Button needs="items:write" onClick={() => setStep({ name: 'add' })}>
            Add item
          </Button>
        </div>
      }
    >
      {error && !data ? <LoadError what="items" error={error} retry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton lines={4} what="items" /> : null}
      {data && data.data.length === 0 ? (
        <EmptyState
          title="No items yet"
          action={
            <Button needs="items:write" kind="primary" onClick={() => setStep({ name: 'add' })}>
              Add your first item
            </Button>
          }
        >
          Until you add them, customers see item IDs.
        </EmptyState>
      ) : null}
      {data && data.data.length > 0 ? <ItemsTable items={data.data} onStep={setStep} /> : null}
      <div className="mt-3 flex justify-end gap-2 empty:hidden">
        {cursor === undefined ? null : <Button onClick={() => setCursor(undefined)}>First page</Button>}
        {data?.next_cursor ? <Button onClick={() => setCursor(data.next_cursor ?? undefined)}>Next page</Button> : null}
      </div>
      {step.name === 'add' ? <EditItem mode={mode} item={null} onClose={close} /> : null}
      {step.name === 'edit' ? <EditItem mode={mode} item={step.item} onClose={close} /> : null}
      {step.name === 'delete' ? <DeleteItem mode={mode} item={step.item} onClose={close} /> : null}
      {step.name === 'import' ? <ImportItems mode={mode} onClose={close} /> : null}
    </Card>
  );
}

function ItemsTable({ items, onStep }: { items: Item[]; onStep: (step: Step) => void }) {
  return (
    <div role="region" aria-label="Items" tabIndex={0} className="overflow-x-auto">
      <table className="w-full text-left">
        <thead>
          <tr className="border-b border-line">
            <th scope="col" className={HEAD}>
              Item
            </th>
            <th scope="col" className={`${HEAD} text-right`}>
              Price
            </th>
            <th scope="col" className={`${HEAD} max-sm:hidden`}>
              Updated
            </th>
            <th scope="col" className={HEAD}>
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.item_id} className="border-b border-line last:border-0">
              <td className={CELL}>
                <span className="block wrap-anywhere">{item.name}</span>
                <span className="block font-mono text-xs wrap-anywhere text-soft">{item.item_id}</span>
              </td>
              <td className={`${CELL} text-right whitespace-nowrap tabular-nums`}>
                {formatMoney(item.unit_amount, item.currency)}
              </td>
              <td className={`${CELL} whitespace-nowrap text-soft max-sm:hidden`}>
                <TimeAgo at={item.updated_at} />
              </td>
              <td className={`${CELL} pr-0`}>
                <div className="flex justify-end gap-1 max-sm:flex-col">
                  <Button
                    needs="items:write"
                    kind="quiet"
                    className="px-2"
                    aria-label={`Edit ${item.item_id}`}
                    onClick={() => onStep({ name: 'edit', item })}
                  >
                    Edit
                  </Button>
                  <Button
                    needs="items:write"
                    kind="quiet"
                    className="px-2"
                    aria-label={`Delete ${item.item_id}`}
                    onClick={() => onStep({ name: 'delete', item })}
                  >
                    Delete
                  </Button>
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
