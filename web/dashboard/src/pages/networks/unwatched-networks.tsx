import { Link } from '@tanstack/react-router';
import type { Network, Wallet } from '../../api/generated.ts';
import { hasWallet } from '../../format/network.ts';
import { useMay } from '../../shell/use-may.ts';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DateTime } from '../../ui/date-time.tsx';

interface UnwatchedNetworksProps {
  networks: readonly Network[];
  wallets: readonly Wallet[];
}

/** The networks that the server does not watch, and what it takes to turn them on. */
export function UnwatchedNetworks({ networks, wallets }: UnwatchedNetworksProps) {
  const isOperator = useMay()('operator');
  return (
    <Card title="Not turned on" lead="This server has no node for these networks.">
      <ol className="flex list-decimal flex-col gap-1 pl-5">
        <li>
          {isOperator ? (
            'Add the network’s line, with the URL of a node, to the server’s environment and restart the server.'
          ) : (
            <>
              <strong className="font-semibold">The operator of this server</strong> adds the network’s line, with the
              URL of a node, to the server’s environment and restarts the server.
            </>
          )}
        </li>
        <li>
          {isOperator ? (
            'Add'
          ) : (
            <>
              <strong className="font-semibold">You</strong> add
            </>
          )}{' '}
          a wallet on the{' '}
          <Link to="/dashboard/settings/wallets" className="text-link underline underline-offset-2">
            Wallets page
          </Link>
          , unless you have one already.
        </li>
      </ol>
      <ul aria-label="Networks that are not turned on" className="mt-4 flex flex-col">
        {networks.map((network) => (
          <UnwatchedNetwork key={network.name} network={network} isPayable={hasWallet(network, wallets)} />
        ))}
      </ul>
    </Card>
  );
}

function UnwatchedNetwork({ network, isPayable }: { network: Network; isPayable: boolean }) {
  const { title, assets, read_at: readAt, turn_on: line } = network;
  return (
    <li className="grid items-center gap-x-6 gap-y-1 border-t border-line py-3 last:pb-0 lg:grid-cols-2">
      <div className="min-w-0">
        <h3 className="text-[13px] font-semibold">{title}</h3>
        <p className="text-xs text-soft">{assets.join(', ')}</p>
        {readAt === null ? null : (
          <p className="text-xs text-soft">
            Last read <DateTime at={readAt} />
          </p>
        )}
        {isPayable ? <p className="text-xs text-soft">You have a wallet for it.</p> : null}
      </div>
      {line === null ? null : (
        <div className="flex min-w-0 items-center gap-2">
          <code className="min-w-0 rounded-md bg-neutral-tint px-2 py-1 font-mono text-xs wrap-anywhere">{line}</code>
          <CopyButton text={line} what={`line for ${title}`} compact />
        </div>
      )}
    </li>
  );
}
