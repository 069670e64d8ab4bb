import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { usePollInterval } from '../../api/live-events.ts';
import { eventsQuery } from '../../api/queries.ts';
import type { Mode } from '../../api/types.ts';
import { useMode } from '../../shell/use-mode.ts';
import { buttonStyle } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LoadError } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { LiveIndicator } from '../intents/live-indicator.tsx';
import { EventsFilter } from './events-filter.tsx';
import type { EventsSearch } from './events-search.ts';
import { EventsTable } from './events-table.tsx';

export function EventsPage() {
  const mode = useMode();
  const filter = useSearch({ from: '/signed-in/dashboard/developers/events' });
  return (
    <Page title="Events" lead="Everything that happened, newest first." actions={<LiveIndicator />}>
      <EventsFilter filter={filter} />
      <EventsOf mode={mode} filter={filter} />
    </Page>
  );
}

function EventsOf({ mode, filter }: { mode: Mode; filter: EventsSearch }) {
  const { type, payment, cursor } = filter;
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...eventsQuery(mode, { type, payment_intent: payment, cursor }),
    refetchInterval: usePollInterval(),
    placeholderData: keepPreviousData,
  });
  if (error && !data) return <LoadError what="events" error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton lines={9} what="events" />;
  if (data.data.length === 0) return <EmptyList filter={filter} />;
  return (
    <div className={`flex flex-col gap-3 ${isPlaceholderData ? 'opacity-60' : ''}`} aria-busy={isPlaceholderData}>
      <EventsTable events={data.data} />
      <nav aria-label="Pages" className="flex justify-end gap-2">
        {cursor === undefined ? null : (
          <Link to="/dashboard/developers/events" search={{ type, payment }} className={buttonStyle()}>
            <Icon name="back" />
            Newest
          </Link>
        )}
        {data.next_cursor === null ? null : (
          <Link
            to="/dashboard/developers/events"
            search={{ type, payment, cursor: data.next_cursor }}
            className={buttonStyle()}
          >
            Older
            <Icon name="forward" />
          </Link>
        )}
      </nav>
    </div>
  );
}

function EmptyList({ filter: { type, payment, cursor } }: { filter: EventsSearch }) {
  const isFiltered = type !== undefined || payment !== undefined || cursor !== undefined;
  return (
    <div className="flex flex-col items-center gap-2 rounded-lg border border-dashed border-line-strong px-6 py-12 text-center">
      <p className="font-medium">{isFiltered ? 'No matching events' : 'No events yet'}</p>
      <p className="max-w-md text-balance text-soft">
        {isFiltered ? 'Choose another type, or check the payment ID.' : 'Create a payment to see its events here.'}
      </p>
      {isFiltered ? (
        <Link to="/dashboard/developers/events" search={{}} className={`mt-2 ${buttonStyle()}`}>
          Clear filters
        </Link>
      ) : (
        <Link to="/dashboard/payments" className={`mt-2 ${buttonStyle()}`}>
          Go to Payments
        </Link>
      )}
    </div>
  );
}
