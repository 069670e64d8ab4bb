import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Network, Transfer } from '../../api/generated.ts';
import { networksQuery, transfersQuery, walletsQuery } from '../../api/queries.ts';
import type { Intent, Mode } from '../../api/types.ts';
import { isZero } from '../../format/money.ts';
import { describeReason, describeVoid } from '../../format/transfer.ts';
import { Card } from '../../ui/card.tsx';
import { LoadError } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { findPaymentBlocker, type PaymentBlocker } from './find-payment-blocker.ts';

/** Where money is awaited, whether it could have been seen, and what came and does not count. */
export function UnpaidReasons({ mode, intent }: { mode: Mode; intent: Intent }) {
  const networks = useQuery(networksQuery(mode));
  const wallets = useQuery(walletsQuery(mode));
  const refused = useQuery(transfersQuery(mode, { payment_intent_id: intent.id, state: 'all' }));
  const error = networks.error ?? wallets.error ?? refused.error;
  const known = networks.data && wallets.data && refused.data;
  const obstacle = known && findPaymentBlocker(intent, networks.data.data, wallets.data.data);
  const retry = () => void Promise.all([networks.refetch(), wallets.refetch(), refused.refetch()]);
  return (
    <Card title="Why is this not paid?">
      {error && !known ? <LoadError what="The reasons" error={error} retry={retry} /> : null}
      {!known && !error ? <Skeleton lines={3} what="the reasons" /> : null}
      {known ? (
        <ul className="flex list-disc flex-col gap-1.5 pl-4">
          {obstacle && OBSTACLES[obstacle](intent.asset)}
          {intent.targets.map(({ network: name }) => (
            <Awaited key={name} name={name} network={networks.data.data.find((each) => each.name === name)} />
          ))}
          <Seen intent={intent} refused={refused.data.data.length} />
          {refused.data.data.map((transfer) => (
            <Refused key={transfer.id} transfer={transfer} />
          ))}
          {isZero(intent.amount_received) || isZero(intent.amount_remaining) ? null : (
            <li>
              {intent.amount_remaining} {intent.asset} is still missing.
            </li>
          )}
        </ul>
      ) : null}
    </Card>
  );
}

const OBSTACLES: Record<PaymentBlocker, (asset: string) => ReactNode> = {
  no_network: (asset) => <li>Nobody can pay: this server watches no network that has {asset}.</li>,
  no_wallet: (asset) => (
    <li>
      Nobody can pay: you have no wallet for {asset}.{' '}
      <Link to="/dashboard/settings/wallets" className="text-link underline underline-offset-2">
        Add a wallet
      </Link>
    </li>
  ),
  not_opened: () => <li>Nobody has opened the checkout page yet, so it has no address that money could go to.</li>,
};

function Awaited({ name, network }: { name: string; network: Network | undefined }) {
  if (network === undefined) {
    return <li>It is awaited on {name}, which this server no longer watches: money sent there is not seen.</li>;
  }
  const { title, state, read_at: readAt, detail } = network;
  const read: ReactNode =
    readAt === null ? (
      'which was never read'
    ) : (
      <>
        last read <TimeAgo at={readAt} />
      </>
    );
  if (state === 'ok') {
    return (
      <li>
        It is awaited on {title}, {read}. Whatever was sent there before has been seen.
      </li>
    );
  }
  return (
    <li className="text-warning-ink">
      It is awaited on {title}, {read}.{' '}
      {state === 'distrusted'
        ? 'What its nodes say cannot be true, so nothing is counted.'
        : 'The network is not read at the moment, so money may have come that nobody has seen.'}{' '}
      The server says: {detail}
    </li>
  );
}

function Seen({ intent, refused }: { intent: Intent; refused: number }) {
  if (intent.payments.length === 0) return refused === 0 ? <li>No money has been seen for it.</li> : null;
  return intent.payments.map(
    ({ network, tx, index, state, amount, asset, confirmations, required, void_reason: why }) => (
      <li key={`${network} ${tx} ${index}`}>
        {amount} {asset} in <Transaction tx={tx} />:{' '}
        {state === 'void'
          ? describeVoid(why)
          : asset !== intent.asset
            ? `it came, but in ${asset}, and ${intent.asset} is due.`
            : state === 'final'
              ? 'it has arrived for good.'
              : `it is on its way, with ${confirmations} of ${required} confirmations.`}
      </li>
    ),
  );
}

function Refused({ transfer }: { transfer: Transfer }) {
  const { tx, amount, asset, token, reason, assigned_to: assignedTo } = transfer;
  return (
    <li>
      {amount} {asset ?? token} in <Transaction tx={tx} /> does not count. {describeReason(reason).sentence}
      {assignedTo === null ? null : ' It was assigned by hand since.'}
    </li>
  );
}

const Transaction = ({ tx }: { tx: string }) => <code className="font-mono text-xs break-all">{tx}</code>;
