import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { usePollInterval } from '../../api/live-events.ts';
import { intentsQuery } from '../../api/queries.ts';
import type { Mode } from '../../api/types.ts';
import { useMode } from '../../shell/use-mode.ts';
import { buttonStyle } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FirstRequest } from '../../ui/first-request.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LoadError } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { IntentsFilter } from './intents-filter.tsx';
import type { IntentsSearch } from './intents-search.ts';
import { IntentsTable } from './intents-table.tsx';
import { LiveIndicator } from './live-indicator.tsx';
import { PaymentsTabs } from './payments-tabs.tsx';
import { useNewIntents } from './use-new-intents.ts';

export function IntentsPage() {
  const mode = useMode();
  const filter = useSearch({ from: '/signed-in/dashboard/payments' });
  return (
    <Page
      title="Payments"
      lead="Every payment that your application asked for, newest first."
      actions={<LiveIndicator />}
    >
      <PaymentsTabs chosen="payments" />
      <IntentsFilter />
      <IntentList mode={mode} filter={filter} />
    </Page>
  );
}

function IntentList({ mode, filter }: { mode: Mode; filter: IntentsSearch }) {
  const { status, q, cursor } = filter;
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...intentsQuery(mode, { status, q, cursor }),
    refetchInterval: usePollInterval(),
    // While the next page is read the last one stays; another mode is another page and never stays.
    placeholderData: keepPreviousData,
  });
  const place = JSON.stringify([status, q, cursor]);
  const arrived = useNewIntents(cursor === undefined && !isPlaceholderData ? data?.data : undefined, place);
  if (error && !data) return <LoadError what="Payments" error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton lines={9} what="payments" />;
  if (data.data.length === 0) return <NothingFound mode={mode} filter={filter} />;
  return (
    <div className={`flex flex-col gap-3 ${isPlaceholderData ? 'opacity-60' : ''}`} aria-busy={isPlaceholderData}>
      <IntentsTable intents={data.data} arrived={arrived} />
      <nav aria-label="Pages" className="flex justify-end gap-2">
        {cursor === undefined ? null : (
          <Link to="/dashboard/payments" search={{ status, q }} className={buttonStyle()}>
            <Icon name="back" />
            Newest
          </Link>
        )}
        {data.next_cursor === null ? null : (
          <Link to="/dashboard/payments" search={{ status, q, cursor: data.next_cursor }} className={buttonStyle()}>
            Older
            <Icon name="forward" />
          </Link>
        )}
      </nav>
    </div>
  );
}

function NothingFound({ mode, filter }: { mode: Mode; filter: IntentsSearch }) {
  if (filter.status !== undefined || filter.q !== undefined || filter.cursor !== undefined) {
    return (
      <div className="flex flex-col items-center gap-2 rounded-lg border border-dashed border-line-strong px-6 py-12 text-center">
        <p className="font-medium">No payment fits</p>
        <p className="text-soft">Search by the whole payment id, the customer’s e-mail address, or your order id.</p>
        <Link to="/dashboard/payments" search={{}} className={`mt-2 ${buttonStyle()}`}>
          Show all payments
        </Link>
      </div>
    );
  }
  return (
    <Card
      title={mode === 'test' ? 'Make your first payment' : 'No live payments yet'}
      lead={
        mode === 'test'
          ? 'Run this in a terminal. The payment appears here by itself.'
          : 'The first one appears here by itself.'
      }
    >
      <FirstRequest mode={mode} />
      <p className="mt-3 flex items-center gap-2 text-[13px] text-soft">
        <span className="size-2 animate-pulse rounded-full bg-accent" aria-hidden="true" />
        Waiting for your first request…
      </p>
    </Card>
  );
}
