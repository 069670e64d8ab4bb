import type { Network, Wallet } from '../../api/generated.ts';
import type { Mode } from '../../api/types.ts';
import { hasWallet } from '../../format/network.ts';
import { useMode } from '../../shell/use-mode.ts';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { LoadNetworks } from './load-networks.tsx';
import { UnwatchedNetworks } from './unwatched-networks.tsx';
import { WatchedNetwork } from './watched-network.tsx';

export function NetworksPage() {
  const mode = useMode();
  return (
    <Page title="Networks" lead="Customers can pay on each network that is turned on and has a wallet.">
      <LoadNetworks mode={mode} what="networks">
        {(networks, wallets) => <Networks mode={mode} networks={networks} wallets={wallets} />}
      </LoadNetworks>
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
          <p>Customers cannot pay until one is. Follow the steps below.</p>
        </Notice>
      ) : null}
      {watched.map((network) => (
        <WatchedNetwork key={network.name} network={network} isPayable={hasWallet(network, wallets)} />
      ))}
      {others.length === 0 ? null : <UnwatchedNetworks networks={others} wallets={wallets} />}
    </>
  );
}
