import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { networksQuery, walletsQuery } from '../api/queries.ts';
import { DateTime } from '../ui/date-time.tsx';
import { Icon } from '../ui/icon.tsx';

/** Of live mode, on the pages of both: whoever works here must see in time that somebody redirects the money. */
export function PendingWalletsBanner() {
  const wallets = useQuery(walletsQuery('live'));
  const waiting = (wallets.data?.data ?? []).filter(({ effective_at: at }) => Date.parse(at) > Date.now());
  const networks = useQuery({ ...networksQuery('live'), enabled: waiting.length > 0 });
  if (waiting.length === 0) return null;
  const titleOf = (name: string) => networks.data?.data.find((network) => network.name === name)?.title ?? name;
  return (
    <section
      aria-label="A wallet is about to change"
      className="flex flex-col gap-1 border-b border-line bg-warning-tint px-4 py-2 text-[13px] text-warning-ink sm:px-8"
    >
      {waiting.map(({ id, network, effective_at: at }) => (
        <p key={id} className="flex gap-2">
          <Icon name="warning" className="mt-0.5 size-4" />
          <span className="min-w-0 wrap-break-word">
            A new wallet for {titleOf(network)} was added by an API key and will be used from <DateTime at={at} />. If
            it was not you,{' '}
            <Link to="/dashboard/settings/wallets" search={{ mode: 'live' }} className="font-semibold underline">
              remove it now
            </Link>
            .
          </span>
        </p>
      ))}
    </section>
  );
}
