import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { usePollInterval } from '../api/live-events.ts';
import { intentsQuery } from '../api/queries.ts';
import type { Intent, Mode } from '../api/types.ts';
import { formatMoney } from '../format/money.ts';
import { describeStatus, INTENT_STATUSES } from '../format/status.ts';
import { isSameDay } from '../format/time.ts';
import { useMode } from '../shell/use-mode.ts';
import { useSession } from '../shell/use-session.ts';
import { StatusBadge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { FirstRequest } from '../ui/first-request.tsx';
import { LoadError } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import { Checklists } from './checklist/checklists.tsx';
import { NewPaymentLink } from './intents/new-payment-link.tsx';
import { NetworkWarnings } from './networks/network-warnings.tsx';

/** The largest page of the API. On busier days only the newest payments are counted. */
const PAYMENTS_MAX = 100;
const SHOWN = 5;

export function HomePage() {
  const mode = useMode();
  const { merchant } = useSession();
  const { data, error, refetch } = useQuery({
    ...intentsQuery(mode, { limit: String(PAYMENTS_MAX) }),
    refetchInterval: usePollInterval(),
  });
  return (
    <Page title="Home" lead={<span className="wrap-anywhere">{merchant.name}</span>} actions={<NewPaymentLink />}>
      <NetworkWarnings mode={mode} />
      <Checklists />
      {error && !data ? <LoadError what="today’s payments" error={error} retry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton lines={8} what="today’s payments" /> : null}
      {data && data.data.length === 0 ? <WithCode mode={mode} /> : null}
      {data && data.data.length > 0 ? (
        <>
          <Today intents={data.data} hasMore={data.next_cursor !== null} />
          <RecentPayments intents={data.data.slice(0, SHOWN)} />
        </>
      ) : null}
    </Page>
  );
}

function WithCode({ mode }: { mode: Mode }) {
  return (
    <Card
      title={mode === 'test' ? 'Create a payment from your code' : 'No live payments yet'}
      lead={
        mode === 'test'
          ? 'The request that your server sends. Try it in a terminal, or start with the steps above.'
          : 'After the steps above, your server creates them with this request.'
      }
    >
      <FirstRequest mode={mode} />
    </Card>
  );
}

function Today({ intents, hasMore }: { intents: Intent[]; hasMore: boolean }) {
  const today = intents.filter(({ created_at: at }) => isSameDay(at, Date.now()));
  const summary =
    today.length === intents.length && hasMore
      ? `Newest ${today.length} payments created today`
      : 'Payments created today';
  return (
    <section aria-labelledby="today" className="flex flex-col gap-3">
      <div>
        <h2 id="today" className="text-[13px] font-semibold">
          Today
        </h2>
        <p className="text-xs text-soft">{summary}, by status</p>
      </div>
      <ul className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-4 xl:grid-cols-7">
        {INTENT_STATUSES.map((status) => (
          <li key={status} className="bg-raised last:max-sm:col-span-2 sm:last:col-span-2 xl:last:col-span-1">
            <Link
              to="/dashboard/payments"
              search={{ status }}
              className="flex h-full flex-col gap-0.5 px-3 py-2.5 -outline-offset-2 hover:bg-hover"
            >
              <span className="text-xl font-semibold tabular-nums">
                {today.filter((intent) => intent.status === status).length}
              </span>
              <span className="text-xs text-soft">{describeStatus(status).label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function RecentPayments({ intents }: { intents: Intent[] }) {
  return (
    <Card
      title="Recent payments"
      actions={
        <Link to="/dashboard/payments" className="text-[13px] text-link underline-offset-2 hover:underline">
          View all
        </Link>
      }
    >
      <ul className="-my-3 divide-y divide-line">
        {intents.map((intent) => (
          <li
            key={intent.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 py-2.5 lg:grid-cols-[7rem_9rem_minmax(0,1fr)_auto_auto]"
          >
            <span className="font-medium tabular-nums">
              {formatMoney(intent.total_amount, intent.currency_displayed)}
            </span>
            <span className="justify-self-end lg:justify-self-start">
              <StatusBadge status={intent.status} />
            </span>
            <span className="truncate text-soft empty:hidden max-lg:col-span-2" title={intent.customer.name}>
              {intent.customer.name}
            </span>
            <Link
              to="/dashboard/payments/$id"
              params={{ id: intent.id }}
              className="font-mono text-xs break-all text-link underline-offset-2 hover:underline max-sm:col-span-2 lg:col-start-4"
            >
              {intent.id}
            </Link>
            <span className="justify-self-end text-xs text-soft max-sm:col-span-2 max-sm:justify-self-start">
              <TimeAgo at={intent.created_at} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
