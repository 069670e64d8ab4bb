import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { invoicesQuery } from '../../api/queries.ts';
import type { Mode } from '../../api/types.ts';
import { fromLocalInput, toLocalInput } from '../../format/local-time.ts';
import { useMode } from '../../shell/use-mode.ts';
import { Button, buttonStyle } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LoadError } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { readText } from '../../ui/read-text.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CreateTestPayment } from '../checklist/create-test-payment.tsx';
import { NewPaymentLink } from '../intents/new-payment-link.tsx';
import { PaymentsTabs } from '../intents/payments-tabs.tsx';
import { filterOf, type InvoicesSearch } from './invoices-search.ts';
import { InvoicesTable } from './invoices-table.tsx';

const PATH = '/dashboard/payments/invoices';

export function InvoicesPage() {
  const mode = useMode();
  const search = useSearch({ from: '/signed-in/dashboard/payments/invoices' });
  const filter = filterOf(search);
  const query = new URLSearchParams(Object.entries(filter) as [string, string][]).toString();
  return (
    <Page
      title="Invoices"
      lead="Issued invoices and credit notes, newest first."
      actions={<ExportButton mode={mode} kind="invoices" query={query} />}
    >
      <PaymentsTabs current="invoices" />
      <InvoicesFilter key={query} filter={filter} />
      <InvoiceList mode={mode} search={search} />
    </Page>
  );
}

function InvoicesFilter({ filter }: { filter: InvoicesSearch }) {
  const navigate = useNavigate();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const timeOf = (name: string) => fromLocalInput(readText(form, name));
    const search = { issued_after: timeOf('issued_after'), issued_before: timeOf('issued_before') };
    void navigate({ to: PATH, search, resetScroll: false });
  };
  return (
    <search>
      <form
        onSubmit={submit}
        className="grid grid-cols-1 items-end gap-3 sm:grid-cols-2 xl:grid-cols-[13rem_13rem_auto_1fr]"
      >
        <TextField
          label="Issued after"
          name="issued_after"
          type="datetime-local"
          defaultValue={toLocalInput(filter.issued_after)}
        />
        <TextField
          label="Issued before"
          name="issued_before"
          type="datetime-local"
          defaultValue={toLocalInput(filter.issued_before)}
        />
        <Button type="submit" className="min-h-9 sm:max-xl:col-span-2">
          Apply
        </Button>
      </form>
    </search>
  );
}

function InvoiceList({ mode, search }: { mode: Mode; search: InvoicesSearch }) {
  const { cursor } = search;
  const filter = filterOf(search);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...invoicesQuery(mode, { ...filter, ...(cursor === undefined ? {} : { cursor }) }),
    placeholderData: keepPreviousData,
  });
  if (error && !data) return <LoadError what="invoices" error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton lines={8} what="invoices" />;
  if (data.data.length === 0)
    return <EmptyList mode={mode} isFiltered={Object.keys(filter).length > 0 || cursor !== undefined} />;
  return (
    <div className={`flex flex-col gap-3 ${isPlaceholderData ? 'opacity-60' : ''}`} aria-busy={isPlaceholderData}>
      <InvoicesTable mode={mode} invoices={data.data} />
      <nav aria-label="Pages" className="flex justify-end gap-2">
        {cursor === undefined ? null : (
          <Link to={PATH} search={filter} className={buttonStyle()}>
            <Icon name="back" />
            Newest
          </Link>
        )}
        {data.next_cursor === null ? null : (
          <Link to={PATH} search={{ ...filter, cursor: data.next_cursor }} className={buttonStyle()}>
            Older
            <Icon name="forward" />
          </Link>
        )}
      </nav>
    </div>
  );
}

function EmptyList({ mode, isFiltered }: { mode: Mode; isFiltered: boolean }) {
  const navigate = useNavigate();
  if (isFiltered) {
    return (
      <EmptyState
        title="No matching invoices"
        action={
          <Link to={PATH} search={{}} className={buttonStyle()}>
            Clear filters
          </Link>
        }
      >
        Choose another time.
      </EmptyState>
    );
  }
  const open = (id: string) => void navigate({ to: '/dashboard/payments/$id', params: { id } });
  return (
    <EmptyState
      title="No invoices yet"
      action={mode === 'test' ? <CreateTestPayment onCreated={open} /> : <NewPaymentLink />}
    >
      An invoice appears here when its payment succeeds.
    </EmptyState>
  );
}
