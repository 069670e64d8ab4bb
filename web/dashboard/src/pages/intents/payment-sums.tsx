import { formatMoney } from '../../format/money.ts';
import type { PricedDraft } from './intent-draft.ts';

interface PaymentSumsProps {
  priced: PricedDraft;
  currency: string;
  asset: string;
  taxIncluded: boolean;
  error: string | undefined;
}

/** What the customer will be asked for. A screen reader says it again when it changes. */
export function PaymentSums({ priced: { sums, crypto }, currency, asset, taxIncluded, error }: PaymentSumsProps) {
  const money = (amount: bigint | undefined) => (amount === undefined ? '–' : formatMoney(amount, currency));
  return (
    <div aria-live="polite" aria-atomic="true">
      <dl className="grid grid-cols-[1fr_auto] gap-y-1 tabular-nums">
        <dt className="text-soft">Items</dt>
        <dd className="pl-4 text-right">{money(sums?.lines)}</dd>
        <dt className="text-soft">{taxIncluded ? 'Tax, included' : 'Tax'}</dt>
        <dd className="pl-4 text-right">{money(sums?.tax)}</dd>
        <dt className="border-t border-line pt-1 font-medium">Total</dt>
        <dd className="border-t border-line pt-1 pl-4 text-right font-medium">{money(sums?.total)}</dd>
        <dt className="font-medium">Customer pays</dt>
        <dd className="pl-4 text-right font-medium wrap-anywhere">
          {crypto === undefined ? '–' : `${crypto} ${asset}`}
        </dd>
      </dl>
      {error === undefined ? null : <p className="mt-2 text-xs font-medium text-bad-ink">{error}</p>}
    </div>
  );
}
