import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '../../api/queries.ts';
import { useMode } from '../../shell/use-mode.ts';
import { LoadError } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CustomerData } from '../customers/customer-data.tsx';
import { ItemList } from '../items/item-list.tsx';
import { SettingsForm } from './settings-form.tsx';

export function SettingsPage() {
  const mode = useMode();
  const { data, error, refetch } = useQuery(settingsQuery());
  return (
    <Page title="Settings" lead="Settings apply to test and live mode. Items are separate for each mode.">
      {error && !data ? <LoadError what="settings" error={error} retry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton lines={10} what="settings" /> : null}
      {data ? <SettingsForm settings={data} /> : null}
      <ItemList mode={mode} />
      <CustomerData mode={mode} />
    </Page>
  );
}
