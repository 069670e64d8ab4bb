import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Network, Transfer } from '../../api/generated.ts';
import { networksQuery, transfersQuery, walletsQuery } from '../../api/queries.ts';
import type { Intent, Mode } from '../../api/types.ts';
import { isZero } from '../../format/money.ts';
import { describeReason, describeVoid } from '../../format/transfer.ts';
import { ClaimBadge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadError } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { findPaymentBlocker, type PaymentBlocker } from './find-payment-blocker.ts';

/** Explains why a payment is not paid: blockers, the state of each network, payments and unmatched transfers. */
export function UnpaidReasons({ mode, intent }: { mode: Mode; intent: Intent }) {
  const networks = useQuery(networksQuery(mode));
  const wallets = useQuery(walletsQuery(mode));
  const unmatched = useQuery(transfersQuery(mode, { payment_intent_id: intent.id, state: 'all' }));
  const error = networks.error ?? wallets.error ?? unmatched.error;
  const loaded = networks.data && wallets.data && unmatched.data;
  const blocker = loaded && findPaymentBlocker(intent, networks.data.data, wallets.data.data);
  const retry = () => void Promise.all([networks.refetch(), wallets.refetch(), unmatched.refetch()]);
  return (
    <Card title="Why is this unpaid?">
      {error && !loaded ? <LoadError what="the details" error={error} retry={retry} /> : null}
      {!loaded && !error ? <Skeleton lines={3} what="the details" /> : null}
      {loaded ? (
        <ul className="flex list-disc flex-col gap-1.5 pl-4">
          {blocker && BLOCKERS[blocker](intent.asset)}
          {intent.targets.map(({ network: name }) => (
            <TargetState key={name} name={name} network={networks.data.data.find((each) => each.name === name)} />
          ))}
          <PaymentLines intent={intent} unmatched={unmatched.data.data.length} />
          {unmatched.data.data.map((transfer) => (
            <UnmatchedLine key={transfer.id} transfer={transfer} intentId={intent.id} />
          ))}
          {isZero(intent.amount_received) || isZero(intent.amount_remaining) ? null : (
            <li>
              {intent.amount_remaining} {intent.asset} is still due.
            </li>
          )}
        </ul>
      ) : null}
    </Card>
  );
}

const BLOCKERS: Record<PaymentBlocker, (asset: string) => ReactNode> = {
  no_network: (asset) => <li>Customers cannot pay: no network that is turned on supports {asset}.</li>,
  no_wallet: (asset) => (
    <li>
      Customers cannot pay: you have no wallet for {asset}.{' '}
      <Link to="/dashboard/settings/wallets" className="text-link underline underline-offset-2">
        Add a wallet
      </Link>
    </li>
  ),
  not_opened: () => <li>No payment target yet: the customer has not opened the checkout page.</li>,
};

function TargetState({ name, network }: { name: string; network: Network | undefined }) {
  if (network === undefined || network.state === 'unwatched') {
    return (
      <li className="text-warning-ink">
        This server does not watch {network?.title ?? name}. Payments on it are not lost, but show up only when it is
        watched again.
      </li>
    );
  }
  const { title, state, read_at: readAt, detail } = network;
  if (state === 'ok' && readAt !== null) {
    return (
      <li>
        Watching {title}, last checked <TimeAgo at={readAt} />. Later payments are not listed yet.
      </li>
    );
  }
  return (
    <li className="text-warning-ink">
      Watching {title},{' '}
      {readAt === null ? (
        'never checked'
      ) : (
        <>
          last checked <TimeAgo at={readAt} />
        </>
      )}
      .{' '}
      {state === 'distrusted'
        ? 'Its nodes report invalid data, so payments are not counted.'
        : 'The network is temporarily unavailable, so payments may be missing.'}{' '}
      Details: {detail}
    </li>
  );
}

function PaymentLines({ intent, unmatched }: { intent: Intent; unmatched: number }) {
  if (intent.payments.length === 0) return unmatched === 0 ? <li>No payments detected.</li> : null;
  return intent.payments.map(
    ({ network, tx, index, state, amount, asset, confirmations, required, void_reason: voidReason }) => (
      <li key={`${network} ${tx} ${index}`}>
        {amount} {asset} in <Transaction tx={tx} />:{' '}
        {state === 'void'
          ? describeVoid(voidReason)
          : asset !== intent.asset
            ? `paid in ${asset}, but ${intent.asset} is due.`
            : state === 'final'
              ? 'final.'
              : `pending, ${confirmations} of ${required} confirmations.`}
      </li>
    ),
  );
}

function UnmatchedLine({ transfer, intentId }: { transfer: Transfer; intentId: string }) {
  const { tx, amount, asset, token, reason, claims, assigned_to: assignedTo } = transfer;
  const own = claims.find(({ payment_intent_id: claimant }) => claimant === intentId);
  const others = claims.length - (own === undefined ? 0 : 1);
  return (
    <li>
      {amount} {asset ?? token} in <Transaction tx={tx} /> is unmatched. {describeReason(reason).explanation}
      {own === undefined ? null : (
        <>
          {' '}
          The customer claimed it <TimeAgo at={own.claimed_at} />. <ClaimBadge proven={own.proof !== null} />
        </>
      )}
      {others === 0 ? null : ` ${others === 1 ? '1 other payment claims' : `${others} other payments claim`} it.`}
      {assignedTo === null ? (
        <>
          {' '}
          <Link to="/dashboard/payments/unmatched" className="text-link underline underline-offset-2">
            View unmatched transfers
          </Link>
        </>
      ) : (
        ' It was assigned manually.'
      )}
    </li>
  );
}

const Transaction = ({ tx }: { tx: string }) => <code className="font-mono text-xs break-all">{tx}</code>;
