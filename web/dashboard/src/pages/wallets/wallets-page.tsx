import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import type { Network, Wallet } from '../../api/generated.ts';
import { networksQuery, walletsQuery } from '../../api/queries.ts';
import type { Mode } from '../../api/types.ts';
import { useMode } from '../../shell/use-mode.ts';
import { LoadError, Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
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
  const networks = useQuery(networksQuery(mode));
  const wallets = useQuery(walletsQuery(mode));
  const error = (networks.data ? null : networks.error) ?? (wallets.data ? null : wallets.error);
  const retry = () => void Promise.all([networks.refetch(), wallets.refetch()]);
  return (
    <Page
      title="Wallets"
      lead="Customers pay directly into your own wallets. Florin only watches them and never asks for a key that can spend."
    >
      {error ? <LoadError what="wallets" error={error} retry={retry} /> : null}
      {!error && !(networks.data && wallets.data) ? <Skeleton lines={8} what="wallets" /> : null}
      {networks.data && wallets.data ? (
        <Wallets mode={mode} networks={networks.data.data} wallets={wallets.data.data} />
      ) : null}
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
      {groups.length > 0 && wallets.length === 0 ? <NextStep mode={mode} groups={groups} /> : null}
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
  const [bitcoin, solana] = mode === 'live' ? ['BITCOIN', 'SOLANA'] : ['BITCOIN_TESTNET', 'SOLANA_DEVNET'];
  return (
    <div className="flex flex-col items-center gap-2 rounded-lg border border-dashed border-line-strong px-6 py-12 text-center">
      <p className="font-medium">
        {mode === 'live' ? 'No live network connected' : 'No public test network connected'}
      </p>
      <p className="max-w-xl text-soft">
        {mode === 'live'
          ? 'Customers cannot pay until one is connected. '
          : 'You only need one to test with real wallets. '}
        Ask your server administrator to set{' '}
        <code className="font-mono text-xs wrap-anywhere">FLORIN_RPC_{bitcoin}</code>,{' '}
        <code className="font-mono text-xs wrap-anywhere">FLORIN_RPC_{solana}</code>, or another network’s variable, to
        a node URL and restart the server.
      </p>
    </div>
  );
}

function NextStep({ mode, groups }: { mode: Mode; groups: WalletGroup[] }) {
  return (
    <Notice tone={mode === 'live' ? 'warning' : 'info'}>
      <p className="font-medium">
        {mode === 'live' ? 'Add a wallet to accept payments' : 'Add a wallet to test on a real test network'}
      </p>
      <p>Customers can pay on each network that has a wallet: {groups.map(({ title }) => title).join(', ')}.</p>
    </Notice>
  );
}
