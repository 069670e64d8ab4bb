import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { networksQuery, walletsQuery } from '../api/queries.ts';
import { walletTitle } from '../format/wallet-title.ts';
import { DateTime } from '../ui/date-time.tsx';
import { Icon } from '../ui/icon.tsx';

/** Shows pending live wallets on every page of both modes, so that an unexpected payout change is noticed in time. */
export function PendingWalletsBanner() {
  const wallets = useQuery(walletsQuery('live'));
  const pending = (wallets.data?.data ?? []).filter(({ effective_at: at }) => Date.parse(at) > Date.now());
  const networks = useQuery({ ...networksQuery('live'), enabled: pending.length > 0 });
  if (pending.length === 0) return null;
  const titleOf = (name: string) => walletTitle(name, networks.data?.data ?? []);
  return (
    <section
      aria-label="Pending wallet change"
      className="flex flex-col gap-1 border-b border-line bg-warning-tint px-4 py-2 text-[13px] text-warning-ink sm:px-8"
    >
      {pending.map(({ id, network, effective_at: at }) => (
        <p key={id} className="flex gap-2">
          <Icon name="warning" className="mt-0.5 size-4" />
          <span className="min-w-0 wrap-break-word">
            An API key added a new wallet for {titleOf(network)}. It becomes active on <DateTime at={at} />. If this was
            not you,{' '}
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
