import type { Intent } from '../../api/types.ts';
import { isZero, percentOf, sumDecimals } from '../../format/money.ts';

/** The amount due compared with the amounts received and pending. */
export function IntentAmounts({ intent }: { intent: Intent }) {
  const { asset } = intent;
  const percent = percentOf(intent.amount_received, intent.amount_due);
  const tails = sumDecimals(intent.payments.filter(({ state }) => state === 'final').map(({ tail }) => tail));
  const rows: [string, string][] = [
    ['Amount due', intent.amount_due],
    ['Received', intent.amount_received],
    ...(isZero(intent.amount_pending) ? [] : [['Pending', intent.amount_pending] as [string, string]]),
    ...(isZero(intent.amount_remaining) ? [] : [['Remaining', intent.amount_remaining] as [string, string]]),
    ...(isZero(intent.overpaid_by) ? [] : [['Overpaid', intent.overpaid_by] as [string, string]]),
  ];
  return (
    <div className="mt-4 border-t border-line pt-4">
      <div
        role="meter"
        aria-label="Amount received"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`${percent} percent`}
        className="h-1.5 overflow-hidden rounded-full bg-neutral-tint"
      >
        <div
          className="h-full rounded-full bg-good-ink transition-[width] duration-500"
          style={{ width: `${percent}%` }}
        />
      </div>
      <dl className="mt-3 flex flex-wrap gap-x-10 gap-y-3">
        {rows.map(([label, amount]) => (
          <div key={label} className="min-w-0">
            <dt className="text-xs text-soft">{label}</dt>
            <dd className="font-medium tabular-nums wrap-anywhere">
              {amount} {asset}
            </dd>
            {label === 'Received' && !isZero(tails) ? (
              <dd className="text-xs text-soft tabular-nums wrap-anywhere">
                includes {tails} {asset} that identifies the payment
              </dd>
            ) : null}
          </div>
        ))}
        <div>
          <dt className="text-xs text-soft">Exchange rate</dt>
          <dd className="tabular-nums wrap-anywhere">{intent.exchange_rate}</dd>
        </div>
      </dl>
    </div>
  );
}
