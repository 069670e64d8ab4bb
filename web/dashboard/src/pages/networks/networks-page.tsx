import { useQuery } from '@tanstack/react-query';
import type { Network, Wallet } from '../../api/generated.ts';
import { networksQuery, walletsQuery } from '../../api/queries.ts';
import type { Mode } from '../../api/types.ts';
import { hasWallet } from '../../format/network.ts';
import { useMode } from '../../shell/use-mode.ts';
import { LoadError, Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { UnwatchedNetworks } from './unwatched-networks.tsx';
import { WatchedNetwork } from './watched-network.tsx';

export function NetworksPage() {
  const mode = useMode();
  const networks = useQuery(networksQuery(mode));
  const wallets = useQuery(walletsQuery(mode));
  const error = (networks.data ? null : networks.error) ?? (wallets.data ? null : wallets.error);
  const retry = () => void Promise.all([networks.refetch(), wallets.refetch()]);
  return (
    <Page title="Networks" lead="Customers can pay on each network that this server watches and that has a wallet.">
      {error ? <LoadError what="networks" error={error} retry={retry} /> : null}
      {!error && !(networks.data && wallets.data) ? <Skeleton lines={8} what="networks" /> : null}
      {networks.data && wallets.data ? (
        <Networks mode={mode} networks={networks.data.data} wallets={wallets.data.data} />
      ) : null}
    </Page>
  );
}

function Networks({ mode, networks, wallets }: { mode: Mode; networks: Network[]; wallets: Wallet[] }) {
  const watched = networks.filter(({ state }) => state !== 'unwatched');
  const others = networks.filter(({ state }) => state === 'unwatched');
  return (
    <>
      {watched.length === 0 ? (
        <Notice tone="warning">
          <p className="font-medium">No {mode} network is turned on</p>
          <p>Customers cannot pay until one is. The steps are below.</p>
        </Notice>
      ) : null}
      {watched.map((network) => (
        <WatchedNetwork key={network.name} network={network} isPayable={hasWallet(network, wallets)} />
      ))}
      {others.length === 0 ? null : <UnwatchedNetworks networks={others} wallets={wallets} />}
    </>
  );
}
