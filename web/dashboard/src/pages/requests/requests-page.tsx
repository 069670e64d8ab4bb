import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { requestsQuery } from '../../api/queries.ts';
import type { Mode } from '../../api/types.ts';
import { useMode } from '../../shell/use-mode.ts';
import { buttonStyle } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LoadError } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { RequestDetails } from './request-details.tsx';
import { RequestsFilter } from './requests-filter.tsx';
import { filterOf, isFiltered, type RequestsSearch } from './requests-search.ts';
import { RequestsTable } from './requests-table.tsx';

const PATH = '/dashboard/developers/logs';

export function RequestsPage() {
  const mode = useMode();
  const { request, ...search } = useSearch({ from: '/signed-in/dashboard/developers/logs' });
  const navigate = useNavigate();
  const close = () => void navigate({ to: PATH, search, resetScroll: false });
  return (
    <Page title="Logs" lead="The calls made with your API keys, newest first.">
      <RequestsFilter />
      <RequestList mode={mode} search={search} />
      {request === undefined ? null : <RequestDetails mode={mode} id={request} onClose={close} />}
    </Page>
  );
}

function RequestList({ mode, search }: { mode: Mode; search: RequestsSearch }) {
  const { cursor } = search;
  const filter = filterOf(search);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...requestsQuery(mode, { ...filter, cursor }),
    placeholderData: keepPreviousData,
  });
  if (error && !data) return <LoadError what="the logs" error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton lines={9} what="the logs" />;
  const older = data.next_cursor;
  return (
    <div className={`flex flex-col gap-3 ${isPlaceholderData ? 'opacity-60' : ''}`} aria-busy={isPlaceholderData}>
      {data.data.length === 0 ? (
        <EmptyList search={search} hasOlder={older !== null} />
      ) : (
        <RequestsTable requests={data.data} search={search} />
      )}
      <nav aria-label="Pages" className="flex justify-end gap-2">
        {cursor === undefined ? null : (
          <Link to={PATH} search={filter} className={buttonStyle()}>
            <Icon name="back" />
            Newest
          </Link>
        )}
        {older === null ? null : (
          <Link to={PATH} search={{ ...filter, cursor: older }} className={buttonStyle()}>
            Older
            <Icon name="forward" />
          </Link>
        )}
      </nav>
    </div>
  );
}

/** What an empty page says: its title, and what to do. */
function explainEmpty(search: RequestsSearch, hasOlder: boolean): { title: string; advice: string } {
  // The server searches a limited number of requests at a time.
  if (hasOlder) return { title: 'No matches yet', advice: 'Select Older to search further back.' };
  if (isFiltered(search)) return { title: 'No matching requests', advice: 'Change or clear the filters.' };
  if (search.cursor !== undefined) return { title: 'No older requests', advice: 'Go back to the newest requests.' };
  return { title: 'No requests yet', advice: 'Calls that your application makes with your API keys appear here.' };
}

function EmptyList({ search, hasOlder }: { search: RequestsSearch; hasOlder: boolean }) {
  const { title, advice } = explainEmpty(search, hasOlder);
  return (
    <div className="flex flex-col items-center gap-2 rounded-lg border border-dashed border-line-strong px-6 py-12 text-center">
      <p className="font-medium">{title}</p>
      <p className="max-w-md text-balance text-soft">{advice}</p>
      {isFiltered(search) ? (
        <Link to={PATH} search={{}} className={`mt-2 ${buttonStyle()}`}>
          Clear filters
        </Link>
      ) : null}
    </div>
  );
}
