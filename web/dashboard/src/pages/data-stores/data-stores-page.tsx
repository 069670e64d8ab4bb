import { useQuery } from '@tanstack/react-query';
import type { DataStore } from '../../api/generated.ts';
import { dataStoresQuery } from '../../api/queries.ts';
import { LoadError, Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Command } from './command.tsx';
import { DataStoresTable } from './data-stores-table.tsx';
import { MerchantMoves } from './merchant-moves.tsx';

/** For operators of the server: how its databases are doing. */
export function DataStoresPage() {
  const { data, error, refetch } = useQuery(dataStoresQuery());
  return (
    <Page
      title="Data stores"
      lead="The databases of this server, with the data of all merchants. Only operators see this page."
    >
      {error && !data ? <LoadError what="data stores" error={error} retry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton lines={5} what="data stores" /> : null}
      {data ? (
        <>
          <AwayNotice stores={data.data} />
          {data.moves.length === 0 ? null : <MerchantMoves moves={data.moves} stores={data.data} />}
          <DataStoresTable stores={data.data} />
          <Legend />
          {data.data.length > 1 ? null : <AddStore />}
        </>
      ) : null}
    </Page>
  );
}

function AwayNotice({ stores }: { stores: DataStore[] }) {
  const away = stores.filter(({ healthy }) => !healthy);
  if (away.length === 0) return null;
  const names = new Intl.ListFormat('en-US').format(away.map(({ name }) => name));
  return (
    <Notice tone="bad" role="status">
      <p className="font-medium wrap-anywhere">
        {names} {away.length === 1 ? 'does' : 'do'} not respond
      </p>
      <p>
        Requests of the merchants there fail, and their payments are credited late. Check that the database is running
        and that this server can reach it.
      </p>
    </Notice>
  );
}

function Legend() {
  return (
    <div className="text-xs text-soft">
      <p>Event lag: how long the oldest event has been waiting for its number, after which it is sent.</p>
      <p>Scan lag: how long ago the network that is furthest behind was scanned.</p>
    </div>
  );
}

function AddStore() {
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded-lg border border-dashed border-line-strong px-4 py-3">
      <p className="text-soft">All data is in the main database. To add a data store, run</p>
      <Command line="npx florin stores add" />
    </div>
  );
}
