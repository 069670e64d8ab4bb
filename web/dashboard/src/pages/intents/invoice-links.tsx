import { useQuery } from '@tanstack/react-query';
import { invoiceQuery } from '../../api/queries.ts';
import type { Intent, Mode } from '../../api/types.ts';
import { Icon } from '../../ui/icon.tsx';

const LINK = 'inline-flex items-center gap-1.5 text-link underline-offset-2 hover:underline';

const NAMES = { invoice: 'Invoice', credit_note: 'Credit note' } as const;

/** The invoice or pro forma of a payment, and every other document that was issued for it. */
export function InvoiceLinks({ mode, intent }: { mode: Mode; intent: Intent }) {
  const { data } = useQuery(invoiceQuery(mode, intent.id, intent.status));
  const base = `/dashboard/api/${mode}/invoices/${encodeURIComponent(intent.id)}`;
  const documents = data?.documents ?? [];
  if (documents.length === 0) {
    const title = data ? 'Pro forma invoice' : 'Invoice';
    return <DocumentLinks title={title} name="Invoice" page={base} pdf={`${base}.pdf`} />;
  }
  return documents.map(({ kind, number }) => {
    const query = `?number=${encodeURIComponent(number)}`;
    const title = `${NAMES[kind]} ${number}`;
    return (
      <DocumentLinks key={number} title={title} name={NAMES[kind]} page={base + query} pdf={`${base}.pdf${query}`} />
    );
  });
}

interface DocumentLinksProps {
  title: string;
  name: string;
  page: string;
  pdf: string;
}

function DocumentLinks({ title, name, page, pdf }: DocumentLinksProps) {
  return (
    <div>
      <dt className="text-xs text-soft">{title}</dt>
      <dd className="flex flex-wrap gap-x-4 gap-y-1">
        <a href={page} target="_blank" rel="noreferrer" className={LINK}>
          {name} page <Icon name="external" />
        </a>
        <a href={pdf} target="_blank" rel="noreferrer" className={LINK}>
          {name} PDF <Icon name="external" />
        </a>
      </dd>
    </div>
  );
}
