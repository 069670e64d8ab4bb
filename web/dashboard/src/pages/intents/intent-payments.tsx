import { useQuery } from '@tanstack/react-query';
import { networksQuery } from '../../api/queries.ts';
import type { Intent, Mode } from '../../api/types.ts';
import { describePayment } from '../../format/status.ts';
import { describeVoid } from '../../format/transfer.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ExplorerLink } from '../../ui/explorer-link.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';

/** The payments of this payment intent. */
export function IntentPayments({ mode, intent: { payments } }: { mode: Mode; intent: Intent }) {
  const networks = useQuery(networksQuery(mode));
  const titles = new Map(networks.data?.data.map(({ name, title }) => [name, title]));
  return (
    <Card title="Payments received">
      {payments.length === 0 ? (
        <p className="text-soft">Nothing received yet.</p>
      ) : (
        <ul className="-my-3 divide-y divide-line">
          {payments.map((payment) => {
            const { label, tone } = describePayment(payment.state);
            return (
              <li key={`${payment.network} ${payment.tx} ${payment.index}`} className="flex flex-col gap-1 py-3">
                <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <span className="font-medium tabular-nums">
                    {payment.amount} {payment.asset}
                  </span>
                  <Badge tone={tone}>{label}</Badge>
                  <span className="text-[13px] text-soft tabular-nums">
                    {payment.confirmations} of {payment.required} confirmations
                  </span>
                </div>
                <div className="flex items-center gap-1 text-xs text-soft">
                  <span className="min-w-0 font-mono break-all">{payment.tx}</span>
                  <CopyButton text={payment.tx} what="transaction ID" compact />
                  <ExplorerLink network={payment.network} kind="tx" value={payment.tx} />
                </div>
                <p className="text-xs text-soft">
                  {titles.get(payment.network) ?? payment.network}
                  {payment.block === null ? '' : `, block ${payment.block}`}, first seen{' '}
                  <TimeAgo at={payment.first_seen_at} />
                </p>
                {payment.state === 'void' ? (
                  <p className="text-[13px] text-bad-ink">{describeVoid(payment.void_reason)}</p>
                ) : null}
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}
