import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { usePollInterval } from '../../api/live-events.ts';
import { intentsQuery } from '../../api/queries.ts';
import type { Mode } from '../../api/types.ts';
import { useMode } from '../../shell/use-mode.ts';
import { buttonStyle } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { FirstRequest } from '../../ui/first-request.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LoadError } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CreateTestPayment } from '../checklist/create-test-payment.tsx';
import { IntentsFilter } from './intents-filter.tsx';
import { filterOf, type IntentsSearch, isFiltered, toQuery } from './intents-search.ts';
import { IntentsTable } from './intents-table.tsx';
import { LiveIndicator } from './live-indicator.tsx';
import { NewPaymentLink } from './new-payment-link.tsx';
import { PaymentsTabs } from './payments-tabs.tsx';
import { SavedViews } from './saved-views.tsx';
import { useNewIntents } from './use-new-intents.ts';

export function IntentsPage() {
  const mode = useMode();
  const filter = useSearch({ from: '/signed-in/dashboard/payments' });
  return (
    <Page title="Payments" lead="All payments, newest first." actions={<Actions mode={mode} filter={filter} />}>
      <PaymentsTabs current="payments" />
      <IntentsFilter mode={mode} />
      <SavedViews />
      <IntentList mode={mode} filter={filter} />
    </Page>
  );
}

function Actions({ mode, filter }: { mode: Mode; filter: IntentsSearch }) {
  const query = new URLSearchParams(Object.entries(toQuery(filterOf(filter))) as [string, string][]);
  return (
    <>
      <LiveIndicator />
      <ExportButton mode={mode} kind="payments" query={query.toString()} />
      <NewPaymentLink kind="primary" />
    </>
  );
}

function IntentList({ mode, filter }: { mode: Mode; filter: IntentsSearch }) {
  const { cursor } = filter;
  const query = toQuery(filter);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...intentsQuery(mode, query),
    refetchInterval: usePollInterval(),
    // Keep the current page while the next one loads. Another mode is another page and never keeps data.
    placeholderData: keepPreviousData,
  });
  const listKey = JSON.stringify(query);
  const newIds = useNewIntents(cursor === undefined && !isPlaceholderData ? data?.data : undefined, listKey);
  if (error && !data) return <LoadError what="payments" error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton lines={9} what="payments" />;
  if (data.data.length === 0 && data.next_cursor === null) return <EmptyList mode={mode} filter={filter} />;
  return (
    <div className={`flex flex-col gap-3 ${isPlaceholderData ? 'opacity-60' : ''}`} aria-busy={isPlaceholderData}>
      {data.data.length === 0 ? (
        <p role="status" className="text-soft">
          No matches so far.
        </p>
      ) : (
        <IntentsTable intents={data.data} newIds={newIds} />
      )}
      <nav aria-label="Pages" className="flex justify-end gap-2">
        {cursor === undefined ? null : (
          <Link to="/dashboard/payments" search={filterOf(filter)} className={buttonStyle()}>
            <Icon name="back" />
            Newest
          </Link>
        )}
        {data.next_cursor === null ? null : (
          <Link
            to="/dashboard/payments"
            search={{ ...filterOf(filter), cursor: data.next_cursor }}
            className={buttonStyle()}
          >
            {data.data.length === 0 ? 'Search older' : 'Older'}
            <Icon name="forward" />
          </Link>
        )}
      </nav>
    </div>
  );
}

function EmptyList({ mode, filter }: { mode: Mode; filter: IntentsSearch }) {
  if (isFiltered(filter) || filter.cursor !== undefined) {
    return (
      <div className="flex flex-col items-center gap-2 rounded-lg border border-dashed border-line-strong px-6 py-12 text-center">
        <p className="font-medium">No matching payments</p>
        <p className="text-soft">
          Search by the beginning of an ID, name, email, order, transaction, address, or invoice number.
        </p>
        <Link to="/dashboard/payments" search={{}} className={`mt-2 ${buttonStyle()}`}>
          Clear filters
        </Link>
      </div>
    );
  }
  return <NoPayments mode={mode} />;
}

function NoPayments({ mode }: { mode: Mode }) {
  const navigate = useNavigate();
  const open = (id: string) => void navigate({ to: '/dashboard/payments/$id', params: { id } });
  return (
    <>
      <EmptyState
        title={mode === 'test' ? 'Create your first payment' : 'No live payments yet'}
        action={
          <>
            {mode === 'test' ? <CreateTestPayment kind="primary" onCreated={open} /> : null}
            <NewPaymentLink kind={mode === 'test' ? 'plain' : 'primary'} />
          </>
        }
      >
        {mode === 'test' ? 'A sample order, or one of your own.' : 'Create one here, or from your code.'}
      </EmptyState>
      <Card title="From your code" lead="The payment appears here as soon as it is created.">
        <FirstRequest mode={mode} />
        <p className="mt-3 flex items-center gap-2 text-[13px] text-soft">
          <span className="size-2 animate-pulse rounded-full bg-accent" aria-hidden="true" />
          Waiting for your first request…
        </p>
      </Card>
    </>
  );
}
