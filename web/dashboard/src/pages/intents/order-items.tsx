import { useQuery } from '@tanstack/react-query';
import { itemsQuery } from '../../api/queries.ts';
import type { Intent, Mode } from '../../api/types.ts';
import { formatMoney } from '../../format/money.ts';
import { Card } from '../../ui/card.tsx';

export function OrderItems({ mode, intent }: { mode: Mode; intent: Intent }) {
  // Names are optional: without them the item IDs are shown.
  const { data } = useQuery(itemsQuery(mode, undefined));
  const names = new Map(data?.data.map(({ item_id: id, name }) => [id, name]));
  const { currency_displayed: currency } = intent;
  return (
    <Card title="Order" {...(intent.order_id === null ? {} : { lead: intent.order_id })}>
      {intent.description === null ? null : <p className="mb-3 wrap-anywhere">{intent.description}</p>}
      <table className="w-full text-left">
        <caption className="sr-only">Items</caption>
        <thead>
          <tr className="border-b border-line text-xs text-soft">
            <th scope="col" className="pb-1.5 font-medium">
              Item
            </th>
            <th scope="col" className="pb-1.5 text-right font-medium">
              Quantity
            </th>
          </tr>
        </thead>
        <tbody>
          {intent.items.map(({ item_id: id, quantity }, index) => (
            // An order can contain the same item twice.
            <tr key={`${id} ${index}`} className="border-b border-line">
              <td className="py-2 pr-4 wrap-anywhere">
                {names.has(id) ? <span className="block">{names.get(id)}</span> : null}
                <span className="font-mono text-xs text-soft">{id}</span>
              </td>
              <td className="py-2 text-right align-top tabular-nums">{quantity}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className="mt-3 grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 tabular-nums">
        <dt className="text-soft">Tax ({intent.tax_percent}%)</dt>
        <dd className="text-right">{formatMoney(intent.tax_amount, currency)}</dd>
        <dt className="font-medium">Total</dt>
        <dd className="text-right font-medium">{formatMoney(intent.total_amount, currency)}</dd>
      </dl>
    </Card>
  );
}
