import type { Intent, PostalAddress } from '../../api/types.ts';
import { Card } from '../../ui/card.tsx';

function Address({ title, address }: { title: string; address: PostalAddress }) {
  const lines = [address.address, `${address.postal_code} ${address.city}`, address.state, address.country].filter(
    (line) => line.trim() !== '',
  );
  return (
    <div className="min-w-0">
      <dt className="text-xs text-soft">{title}</dt>
      <dd className="wrap-anywhere">
        {lines.length === 0
          ? 'None'
          : lines.map((line, position) => (
              // City and state can be equal.
              <span key={`${position} ${line}`} className="block">
                {line}
              </span>
            ))}
      </dd>
    </div>
  );
}

export function CustomerDetails({ intent }: { intent: Intent }) {
  const { customer, metadata } = intent;
  const entries = Object.entries(metadata);
  return (
    <Card title="Customer">
      <dl className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        <div className="min-w-0">
          <dt className="text-xs text-soft">Contact</dt>
          <dd className="wrap-anywhere">
            <span className="block">{customer.name}</span>
            <span className="block">{customer.email}</span>
            <span className="block">{customer.phone_number}</span>
          </dd>
        </div>
        <Address title="Billing address" address={intent.billing_address} />
        <Address title="Shipping address" address={intent.shipping_address} />
      </dl>
      {entries.length === 0 ? null : (
        <dl className="mt-4 grid grid-cols-[minmax(0,auto)_minmax(0,1fr)] gap-x-6 gap-y-1 border-t border-line pt-4 text-[13px]">
          {entries.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="font-mono text-xs text-soft wrap-anywhere">{name}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
}
