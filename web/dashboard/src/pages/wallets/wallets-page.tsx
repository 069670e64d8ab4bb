import { Link } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import type { Network, Wallet } from '../../api/generated.ts';
import type { Mode } from '../../api/types.ts';
import { useMode } from '../../shell/use-mode.ts';
import { buttonStyle } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { LoadNetworks } from '../networks/load-networks.tsx';
import { NetworkWarning } from '../networks/network-warning.tsx';
import { ChangeWallet } from './change-wallet.tsx';
import { groupNetworks, type WalletGroup } from './group-networks.ts';
import { NetworkCard } from './network-card.tsx';
import { RemoveWallet } from './remove-wallet.tsx';

type Step =
  | { name: 'none' }
  | { name: 'change'; group: WalletGroup }
  | { name: 'remove'; group: WalletGroup; wallet: Wallet };

const NONE: Step = { name: 'none' };

export function WalletsPage() {
  const mode = useMode();
  return (
    <Page
      title="Wallets"
      lead="Customers pay directly into your own wallets. Florin only watches them and never asks for a key that can spend."
    >
      <LoadNetworks mode={mode} what="wallets">
        {(networks, wallets) => <Wallets mode={mode} networks={networks} wallets={wallets} />}
      </LoadNetworks>
    </Page>
  );
}

function Wallets({ mode, networks, wallets }: { mode: Mode; networks: Network[]; wallets: Wallet[] }) {
  const [step, setStep] = useState<Step>(NONE);
  const close = () => setStep(NONE);
  const withoutWallet = networks.filter(({ wallet }) => wallet === 'none');
  const groups = groupNetworks(networks, wallets).filter(({ wallet }) => wallet !== 'none');
  return (
    <>
      {withoutWallet.map((network) => (
        <Fragment key={network.name}>
          <Notice tone="info">
            The {network.title.toLowerCase()} does not need a wallet. Use “Simulate a payment” to pay on it.
          </Notice>
          <NetworkWarning networks={[network]} />
        </Fragment>
      ))}
      {groups.length === 0 ? <NoNetworks mode={mode} /> : null}
      {groups.length > 0 && wallets.length === 0 ? <NextStep mode={mode} /> : null}
      {groups.map((group) => (
        <NetworkCard
          key={group.name}
          group={group}
          wallets={wallets.filter((wallet) => wallet.network === group.name)}
          onChange={() => setStep({ name: 'change', group })}
          onRemove={(wallet) => setStep({ name: 'remove', group, wallet })}
        />
      ))}
      {step.name === 'change' ? (
        <ChangeWallet
          mode={mode}
          group={step.group}
          isFirst={!wallets.some(({ network }) => network === step.group.name)}
          onClose={close}
        />
      ) : null}
      {step.name === 'remove' ? (
        <RemoveWallet mode={mode} title={step.group.title} wallet={step.wallet} onClose={close} />
      ) : null}
    </>
  );
}

function NoNetworks({ mode }: { mode: Mode }) {
  return (
    <EmptyState
      title={mode === 'live' ? 'No live network is turned on' : 'No public test network is turned on'}
      action={
        <Link to="/dashboard/settings/networks" className={buttonStyle('primary')}>
          See how to turn on a network
        </Link>
      }
    >
      {mode === 'live' ? 'Customers cannot pay until one is.' : 'You need one only to test with real wallets.'}
    </EmptyState>
  );
}

function NextStep({ mode }: { mode: Mode }) {
  return (
    <Notice tone={mode === 'live' ? 'warning' : 'info'}>
      <p className="font-medium">
        {mode === 'live' ? 'Add a wallet to accept payments' : 'Add a wallet to test on a real test network'}
      </p>
      <p>Customers can pay on a network once it has a wallet.</p>
    </Notice>
  );
}
