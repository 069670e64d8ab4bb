import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { ApiError } from '../../api/client.ts';
import { usePollInterval } from '../../api/live-events.ts';
import { intentQuery } from '../../api/queries.ts';
import type { Intent, Mode } from '../../api/types.ts';
import { formatMoney } from '../../format/money.ts';
import { readPointer } from '../../format/pointer.ts';
import { describeStatus } from '../../format/status.ts';
import { useAnnounce } from '../../shell/announcer.tsx';
import { useMay } from '../../shell/use-may.ts';
import { useMode } from '../../shell/use-mode.ts';
import { buttonStyle } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LoadError, Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CancelIntent } from './cancel-intent.tsx';
import { CustomerDetails } from './customer-details.tsx';
import { DecideIntent } from './decide-intent.tsx';
import { IntentLinks } from './intent-links.tsx';
import { IntentPayments } from './intent-payments.tsx';
import { IntentStatusCard } from './intent-status-card.tsx';
import { IntentTimeline } from './intent-timeline.tsx';
import { OrderItems } from './order-items.tsx';
import { SimulatePayment } from './simulate-payment.tsx';
import { UnpaidReasons } from './unpaid-reasons.tsx';

/** Statuses that do not by themselves explain why the payment is unpaid. */
const NEEDS_EXPLANATION: ReadonlySet<string> = new Set([
  'requires_payment',
  'processing',
  'partially_paid',
  'expired',
  'needs_review',
]);

export function IntentPage() {
  const mode = useMode();
  const { id } = useParams({ from: '/signed-in/dashboard/payments/$id' });
  const { data, error, refetch } = useQuery({ ...intentQuery(mode, id), refetchInterval: usePollInterval() });
  useStatusAnnouncement(data);
  if (error && !data) {
    const missing = error instanceof ApiError && error.status === 404;
    return (
      <Page title="Payment" above={<BackLink />}>
        {missing ? (
          <Missing mode={mode} />
        ) : (
          <LoadError what="this payment" error={error} retry={() => void refetch()} />
        )}
      </Page>
    );
  }
  if (!data) {
    return (
      <Page title="Payment" above={<BackLink />}>
        <Skeleton lines={12} what="payment" />
      </Page>
    );
  }
  return <IntentDetails mode={mode} intent={data} />;
}

function IntentDetails({ mode, intent }: { mode: Mode; intent: Intent }) {
  const may = useMay();
  const total = formatMoney(intent.total_amount, intent.currency_displayed);
  return (
    <Page
      title={total}
      above={<BackLink />}
      tabTitle={`${total} ${describeStatus(intent.status).label}`}
      lead={
        <span className="inline-flex flex-wrap items-center gap-x-1">
          <span className="font-mono text-xs break-all">{intent.id}</span>
          <CopyButton text={intent.id} what="payment ID" compact />
        </span>
      }
      actions={
        <>
          <DecideIntent mode={mode} intent={intent} />
          <CancelIntent mode={mode} intent={intent} />
        </>
      }
    >
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-4">
          <IntentStatusCard mode={mode} intent={intent} />
          <Warnings intent={intent} />
          {NEEDS_EXPLANATION.has(intent.status) ? <UnpaidReasons mode={mode} intent={intent} /> : null}
          <IntentPayments mode={mode} intent={intent} />
          <OrderItems mode={mode} intent={intent} />
          <CustomerDetails intent={intent} />
          <RawJson intent={intent} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          {mode === 'test' && may('payments:write') ? <SimulatePayment intent={intent} /> : null}
          <IntentLinks mode={mode} intent={intent} />
          <IntentTimeline entries={intent.timeline ?? []} />
        </div>
      </div>
    </Page>
  );
}

function BackLink() {
  return (
    <Link
      to="/dashboard/payments"
      className="mb-1 -ml-1 inline-flex items-center gap-1 text-[13px] text-soft hover:text-ink"
    >
      <Icon name="back" />
      Payments
    </Link>
  );
}

function Missing({ mode }: { mode: Mode }) {
  return (
    <div className="flex flex-col items-center gap-2 rounded-lg border border-dashed border-line-strong px-6 py-12 text-center">
      <p className="font-medium">Payment not found in {mode} mode</p>
      <p className="text-soft">Check the payment ID, or switch to {mode === 'test' ? 'live' : 'test'} mode.</p>
      <Link to="/dashboard/payments" className={`mt-2 ${buttonStyle()}`}>
        View all payments
      </Link>
    </div>
  );
}

function Warnings({ intent: { warnings, visibility } }: { intent: Intent }) {
  return (
    <>
      {visibility === 'delayed' ? (
        <Notice tone="warning">
          A network is temporarily unavailable, so payments may show up late. The checkout tells the customer not to pay
          twice.
        </Notice>
      ) : null}
      {warnings.length === 0 ? null : (
        <Notice tone="warning">
          <p className="font-medium">This payment has warnings</p>
          <ul className="mt-1 list-disc pl-4">
            {warnings.map(({ code, pointer, detail }) => (
              <li key={`${code} ${pointer}`}>
                {detail} <code className="font-mono text-xs">{readPointer(pointer)}</code>
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}

function RawJson({ intent }: { intent: Intent }) {
  const text = JSON.stringify(intent, null, 2);
  return (
    <Card
      title="Raw JSON"
      lead="The payment intent as returned by the API."
      actions={<CopyButton text={text} what="JSON" />}
    >
      <details>
        <summary className="text-[13px] font-medium text-link">Show JSON</summary>
        <div className="mt-3">
          <CodeBlock label="Payment intent" text={text} />
        </div>
      </details>
    </Card>
  );
}

/** Announces each status change once. The initial status is part of the page. */
function useStatusAnnouncement(intent: Intent | undefined): void {
  const announced = useRef<{ id: string; status: string } | null>(null);
  const announce = useAnnounce();
  useEffect(() => {
    if (!intent) return;
    const { id, status } = intent;
    if (announced.current?.id === id && announced.current.status !== status) {
      announce(`Payment status: ${describeStatus(status).label}`);
    }
    announced.current = { id, status };
  }, [intent, announce]);
}
