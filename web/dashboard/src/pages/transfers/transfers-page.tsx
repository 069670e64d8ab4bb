import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Transfer } from '../../api/generated.ts';
import { networksQuery, transfersQuery } from '../../api/queries.ts';
import type { Mode } from '../../api/types.ts';
import { useMode } from '../../shell/use-mode.ts';
import { buttonStyle } from '../../ui/button.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LoadError, Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { PaymentsTabs } from '../intents/payments-tabs.tsx';
import { AssignTransfer } from './assign-transfer.tsx';
import { DustNote } from './dust-note.tsx';
import { TransfersTable } from './transfers-table.tsx';

export function TransfersPage() {
  const mode = useMode();
  return (
    <Page
      title="Unmatched transfers"
      lead="Transfers to your wallets that match no payment, newest first. Assign each one to the payment it belongs to."
      actions={<ExportButton mode={mode} kind="transfers" query="" />}
    >
      <PaymentsTabs current="transfers" />
      <TransferList mode={mode} />
    </Page>
  );
}

function TransferList({ mode }: { mode: Mode }) {
  const { cursor } = useSearch({ from: '/signed-in/dashboard/payments/unmatched' });
  const [assigning, setAssigning] = useState<Transfer | null>(null);
  const [assigned, setAssigned] = useState<string | null>(null);
  const networks = useQuery(networksQuery(mode));
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...transfersQuery(mode, { cursor }),
    placeholderData: keepPreviousData,
  });
  if (error && !data) return <LoadError what="unmatched transfers" error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton lines={8} what="unmatched transfers" />;
  const titles = new Map(networks.data?.data.map(({ name, title }) => [name, title]));
  return (
    <>
      {assigned === null ? null : (
        <Notice tone="good" role="status">
          Transfer assigned.{' '}
          <Link to="/dashboard/payments/$id" params={{ id: assigned }} className="underline underline-offset-2">
            View payment
          </Link>
        </Notice>
      )}
      {data.data.length === 0 ? <EmptyList hasNewer={cursor !== undefined} /> : null}
      {data.data.length > 0 ? (
        <div className={isPlaceholderData ? 'opacity-60' : ''} aria-busy={isPlaceholderData}>
          <TransfersTable transfers={data.data} titles={titles} onAssign={setAssigning} />
        </div>
      ) : null}
      <DustNote dust={data.dust} titles={titles} />
      <nav aria-label="Pages" className="flex justify-end gap-2">
        {cursor === undefined ? null : (
          <Link to="/dashboard/payments/unmatched" search={{}} className={buttonStyle()}>
            <Icon name="back" />
            Newest
          </Link>
        )}
        {data.next_cursor === null ? null : (
          <Link to="/dashboard/payments/unmatched" search={{ cursor: data.next_cursor }} className={buttonStyle()}>
            Older
            <Icon name="forward" />
          </Link>
        )}
      </nav>
      {assigning === null ? null : (
        <AssignTransfer
          mode={mode}
          transfer={assigning}
          titles={titles}
          onClose={() => setAssigning(null)}
          onAssigned={(id) => {
            setAssigning(null);
            setAssigned(id);
          }}
        />
      )}
    </>
  );
}

function EmptyList({ hasNewer }: { hasNewer: boolean }) {
  return (
    <div className="flex flex-col items-center gap-2 rounded-lg border border-dashed border-line-strong px-6 py-12 text-center">
      <p className="font-medium">{hasNewer ? 'No older transfers' : 'No unmatched transfers'}</p>
      <p className="max-w-md text-balance text-soft">
        {hasNewer
          ? 'This page is empty now. Go back to the newest transfers.'
          : 'Transfers to your wallets that match no payment will appear here.'}
      </p>
    </div>
  );
}
