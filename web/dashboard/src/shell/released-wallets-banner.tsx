import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { networksQuery, walletsQuery } from '../api/queries.ts';
import { walletTitle } from '../format/wallet-title.ts';
import { DateTime } from '../ui/date-time.tsx';
import { Icon } from '../ui/icon.tsx';

/** Shows live wallets that the merchant lost, on every page of both modes, until there is another one on the network. */
export function ReleasedWalletsBanner() {
  const wallets = useQuery(walletsQuery('live'));
  const released = wallets.data?.released ?? [];
  const networks = useQuery({ ...networksQuery('live'), enabled: released.length > 0 });
  if (released.length === 0) return null;
  const titleOf = (name: string) => walletTitle(name, networks.data?.data ?? []);
  return (
    <section
      aria-label="Wallet taken over"
      className="flex flex-col gap-1 border-b border-line bg-bad-tint px-4 py-2 text-[13px] text-bad-ink sm:px-8"
    >
      {released.map(({ id, network, address, released_at: at }) => (
        <p key={id} className="flex gap-2">
          <Icon name="warning" className="mt-0.5 size-4" />
          <span className="min-w-0 wrap-anywhere">
            Your wallet for {titleOf(network)}
            {address === null ? '' : ` (${address})`} was given to another account on <DateTime at={at} />, because its
            owner signed for it or the operator of this server released it. New payments cannot use it.{' '}
            <Link to="/dashboard/settings/wallets" search={{ mode: 'live' }} className="font-semibold underline">
              Add another wallet
            </Link>
            .
          </span>
        </p>
      ))}
    </section>
  );
}
