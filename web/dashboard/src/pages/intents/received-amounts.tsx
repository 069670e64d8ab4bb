import type { Intent } from '../../api/types.ts';
import { formatMoney } from '../../format/money.ts';

/** The price beside what arrived and what that is worth, so that equal numbers of different assets do not deceive. */
export function ReceivedAmounts({ intent }: { intent: Intent }) {
  const { total_amount: total, currency_displayed: currency, amount_due: due, asset } = intent;
  const arrived = intent.payments.filter(({ state }) => state !== 'void');
  return (
    <dl className="mb-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5 rounded-md bg-neutral-tint px-3 py-2 text-[13px]">
      <dt className="text-soft">Price</dt>
      <dd className="font-medium tabular-nums wrap-anywhere">
        {formatMoney(total, currency)}, requested as {due} {asset}
      </dd>
      <dt className="text-soft">Received</dt>
      <dd className="tabular-nums wrap-anywhere">
        {arrived.length === 0 ? 'Nothing that counts' : null}
        {arrived.map((payment) => (
          <span key={`${payment.network} ${payment.tx} ${payment.index}`} className="block font-medium">
            {payment.amount} {payment.asset}, {describeWorth(payment.worth, currency)}
            {payment.state === 'final' ? '' : ', not final'}
          </span>
        ))}
      </dd>
    </dl>
  );
}

const describeWorth = (worth: number | null, currency: string): string =>
  worth === null ? 'worth unknown' : `worth ${formatMoney(worth, currency)}`;
