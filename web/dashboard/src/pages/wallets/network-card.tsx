import type { Wallet } from '../../api/generated.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { ExplorerLink } from '../../ui/explorer-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { NetworkWarning } from '../networks/network-warning.tsx';
import type { WalletGroup } from './group-networks.ts';

const LIST = new Intl.ListFormat('en-US');

interface NetworkCardProps {
  group: WalletGroup;
  /** The active wallet and any pending ones. */
  wallets: Wallet[];
  onChange: () => void;
  onRemove: (wallet: Wallet) => void;
}

export function NetworkCard({ group, wallets, onChange, onRemove }: NetworkCardProps) {
  const { name, title, networks } = group;
  const assets = new Set(networks.flatMap((network) => network.assets));
  const isWatched = networks.some(({ state }) => state !== 'unwatched');
  return (
    <Card
      title={title}
      lead={[...assets].join(', ')}
      actions={
        // The server checks a wallet with the network's rules, so it takes none for a network that it does not watch.
        isWatched ? (
          <Button
            needs="wallets:write"
            kind={wallets.length === 0 ? 'primary' : 'plain'}
            onClick={onChange}
            aria-label={wallets.length === 0 ? `Add wallet for ${title}` : `Change wallet for ${title}`}
          >
            {wallets.length === 0 ? 'Add wallet' : 'Change'}
          </Button>
        ) : null
      }
    >
      <div className="flex flex-col gap-4">
        {name === 'evm' ? (
          <p className="text-soft">One wallet for {LIST.format(networks.map((network) => network.title))}.</p>
        ) : null}
        <NetworkWarning networks={networks} hasPayments={wallets.length > 0} />
        {wallets.length === 0 ? (
          <p className="text-soft">
            No wallet yet. Customers cannot pay on {networks.length === 1 ? 'this network' : 'these networks'}.
          </p>
        ) : (
          <div className="flex flex-col gap-4">
            {wallets
              .toSorted((a, b) => Date.parse(a.effective_at) - Date.parse(b.effective_at))
              .map((wallet) => (
                <WalletDetails
                  key={wallet.id}
                  title={title}
                  isWatched={isWatched}
                  wallet={wallet}
                  onRemove={() => onRemove(wallet)}
                />
              ))}
          </div>
        )}
      </div>
    </Card>
  );
}

interface WalletDetailsProps {
  title: string;
  isWatched: boolean;
  wallet: Wallet;
  onRemove: () => void;
}

function WalletDetails({ title, isWatched, wallet, onRemove }: WalletDetailsProps) {
  const isActive = Date.parse(wallet.effective_at) <= Date.now();
  const isExtendedKey = wallet.kind === 'extended_key';
  return (
    <div className="flex flex-col gap-3 not-first:border-t not-first:border-line not-first:pt-4">
      {isActive ? null : (
        <Notice tone="warning">
          <p className="font-medium">This wallet was added with an API key.</p>
          <p>If you did not add it, remove it and revoke the key.</p>
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {isWatched ? (
          <>
            <Badge tone={isActive ? 'good' : 'warning'}>{isActive ? 'Active' : 'Pending'}</Badge>
            <span className="text-[13px] text-soft">
              {isActive ? 'since ' : 'active from '}
              <DateTime at={wallet.effective_at} />
            </span>
          </>
        ) : (
          <Badge tone="warning">Not turned on</Badge>
        )}
      </div>
      {wallet.warnings.map(({ code, detail }) => (
        <Notice key={code} tone="warning">
          {detail}
        </Notice>
      ))}
      {wallet.addresses.length === 0 ? null : (
        <div>
          <h3 className="text-xs text-soft">
            {isExtendedKey ? 'Next addresses, one per payment' : 'Address for all payments'}
          </h3>
          <AddressList addresses={wallet.addresses} network={wallet.network} />
        </div>
      )}
      <div>
        <Button
          needs="wallets:write"
          kind="danger"
          onClick={onRemove}
          aria-label={isActive ? `Remove wallet for ${title}` : `Remove pending wallet for ${title}`}
        >
          Remove
        </Button>
      </div>
    </div>
  );
}

/** Addresses that the merchant compares with their own wallet. */
export function AddressList({ addresses, network }: { addresses: string[]; network?: string | undefined }) {
  return (
    <ol className="flex flex-col gap-1">
      {addresses.map((address) => (
        <li key={address} className="flex min-w-0 items-center gap-x-2">
          <code className="min-w-0 font-mono text-xs break-all">{address}</code>
          <CopyButton text={address} what={`address ${address}`} compact />
          {network === undefined ? null : <ExplorerLink network={network} kind="address" value={address} />}
        </li>
      ))}
    </ol>
  );
}
