import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { catalogQuery } from '../../api/queries.ts';
import type { Mode } from '../../api/types.ts';
import { NoAccess } from '../../shell/no-access.tsx';
import { useMay } from '../../shell/use-may.ts';
import { useMode } from '../../shell/use-mode.ts';
import { buttonStyle } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LoadError } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { LoadNetworks } from '../networks/load-networks.tsx';
import { NewIntentForm } from './new-intent-form.tsx';
import { payableAssets } from './payable-assets.ts';

export function NewIntentPage() {
  const mode = useMode();
  const may = useMay();
  if (!may('payments:write')) return <NoAccess needs="payments:write" />;
  return (
    <Page
      title="New payment"
      lead="The same as a payment that your app creates. Send its checkout page to the customer."
      above={
        <Link
          to="/dashboard/payments"
          className="mb-1 -ml-1 inline-flex items-center gap-1 text-[13px] text-soft hover:text-ink"
        >
          <Icon name="back" />
          Payments
        </Link>
      }
    >
      <LoadNetworks mode={mode} what="assets">
        {(networks, wallets) => <LoadCatalog mode={mode} assets={payableAssets(networks, wallets, Date.now())} />}
      </LoadNetworks>
    </Page>
  );
}

function LoadCatalog({ mode, assets }: { mode: Mode; assets: readonly string[] }) {
  const { data, error, refetch } = useQuery(catalogQuery(mode));
  if (assets.length === 0) return <NoAssets />;
  if (error && !data) return <LoadError what="your items" error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton lines={9} what="your items" />;
  return <NewIntentForm mode={mode} catalog={data.items} hasMore={data.hasMore} assets={assets} />;
}

function NoAssets() {
  return (
    <EmptyState
      title="Nobody could pay it yet"
      action={
        <Link to="/dashboard/settings/wallets" className={buttonStyle('primary')}>
          Go to Wallets
        </Link>
      }
    >
      The money goes to your wallet. Add one on a network first.
    </EmptyState>
  );
}
