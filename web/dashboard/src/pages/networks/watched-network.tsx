import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Network } from '../../api/generated.ts';
import { describeNetwork, describeNode } from '../../format/network.ts';
import { useMay } from '../../shell/use-may.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { NetworkWarning } from './network-warning.tsx';

/** One watched network: whether it can be seen, how far it has been read, and its nodes. */
export function WatchedNetwork({ network, isPayable }: { network: Network; isPayable: boolean }) {
  const { title, assets, state, cause, newest_block: block, read_at: readAt, nodes } = network;
  const { label, tone } = describeNetwork(network);
  return (
    <Card title={title} lead={assets.join(', ')} actions={<Badge tone={tone}>{label}</Badge>}>
      <div className="flex flex-col gap-4">
        <NetworkWarning networks={[network]} hasPayments={isPayable} />
        {state === 'ok' && cause === 'rate_limited' ? <Slowed /> : null}
        <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-3">
          <Fact name="Newest block">{block === null ? 'None yet' : <Block block={block} />}</Fact>
          <Fact name="Last checked">{readAt === null ? 'Not checked yet' : <TimeAgo at={readAt} />}</Fact>
          <Fact name="Wallet">
            <WalletState network={network} isPayable={isPayable} />
          </Fact>
        </dl>
        {nodes.length === 0 ? null : <Nodes title={title} nodes={nodes} />}
      </div>
    </Card>
  );
}

function Slowed() {
  const isOperator = useMay()('operator');
  return (
    <Notice tone="warning" role="status">
      The nodes limit how often they may be called, so payments may show up late.{' '}
      {isOperator
        ? 'Get a plan with a higher limit or add a node.'
        : 'Ask the operator of this server to get a plan with a higher limit or to add a node.'}
    </Notice>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-soft">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Block({ block: { height, time } }: { block: NonNullable<Network['newest_block']> }) {
  return (
    <>
      <span className="tabular-nums">
        {height.toLocaleString('en-US')}
        {time === null ? null : ','}
      </span>{' '}
      {time === null ? null : (
        <span className="whitespace-nowrap">
          <TimeAgo at={time} />
        </span>
      )}
    </>
  );
}

function WalletState({ network: { wallet, title }, isPayable }: { network: Network; isPayable: boolean }) {
  if (wallet === 'none') return 'Not needed';
  return (
    <Link
      to="/dashboard/settings/wallets"
      className="text-link underline-offset-2 hover:underline"
      aria-label={isPayable ? `View wallet for ${title}` : `Add a wallet for ${title}`}
    >
      {isPayable ? 'View wallet' : 'Add a wallet'}
    </Link>
  );
}

function Nodes({ title, nodes }: { title: string; nodes: Network['nodes'] }) {
  return (
    <ul aria-label={`Nodes of ${title}`} className="flex flex-col gap-2 border-t border-line pt-3">
      {nodes.map(({ name, state, reason, calls_per_second: pace }) => {
        const { label, tone } = describeNode(state);
        return (
          <li key={name} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-medium">{name}</span>
            <Badge tone={tone}>{label}</Badge>
            <span className="min-w-0 text-[13px] text-soft wrap-anywhere">
              {[reason, pace === null ? null : `called at most ${pace} times a second`]
                .filter((text) => text !== null)
                .join(', ')}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
