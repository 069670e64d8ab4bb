import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Transfer } from '../../api/generated.ts';
import { describeElsewhere, findElsewhere } from '../../format/assignment.ts';
import { countClaims, describeReason } from '../../format/transfer.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ExplorerLink } from '../../ui/explorer-link.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';

interface TransfersTableProps {
  transfers: Transfer[];
  /** Network titles by network name. */
  titles: ReadonlyMap<string, string>;
  onAssign: (transfer: Transfer) => void;
}

const HEADS = ['Amount', 'Network', 'Reason', 'Transaction', 'First seen'];

/** The roles are explicit because some browsers drop a table's roles when it is styled as cards. */
export function TransfersTable({ transfers, titles, onAssign }: TransfersTableProps) {
  return (
    <table role="table" className="w-full border-collapse text-left max-lg:block">
      <caption className="sr-only">Unmatched transfers, newest first</caption>
      <thead role="rowgroup" className="max-lg:sr-only">
        <tr role="row" className="border-b border-line">
          {HEADS.map((head) => (
            <th
              key={head}
              role="columnheader"
              scope="col"
              className="px-2.5 py-2 text-xs font-medium text-soft first:pl-0"
            >
              {head}
            </th>
          ))}
          <th role="columnheader" scope="col" className="py-2">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-lg:flex max-lg:flex-col max-lg:gap-2">
        {transfers.map((transfer) => (
          <TransferRow key={transfer.id} transfer={transfer} titles={titles} onAssign={() => onAssign(transfer)} />
        ))}
      </tbody>
    </table>
  );
}

interface TransferRowProps {
  transfer: Transfer;
  titles: ReadonlyMap<string, string>;
  onAssign: () => void;
}

function TransferRow({ transfer, titles, onAssign }: TransferRowProps) {
  const { amount, asset, token, network, reason, tx, first_seen_at: seenAt } = transfer;
  const elsewhere = findElsewhere(transfer);
  const { label, explanation } = describeReason(reason);
  const claims = countClaims(transfer);
  const blocker = findBlocker(transfer);
  return (
    <tr
      role="row"
      className="border-b border-line align-baseline max-lg:flex max-lg:flex-wrap max-lg:items-baseline max-lg:gap-x-3 max-lg:gap-y-1.5 max-lg:rounded-lg max-lg:border max-lg:p-3"
    >
      <Cell>
        <span className="block font-medium tabular-nums wrap-anywhere lg:max-w-48 lg:min-w-28">
          {amount} {asset ?? ''}
        </span>
        {asset === null ? (
          <span className="block max-w-40 font-mono text-xs break-all text-soft">{token ?? 'unknown token'}</span>
        ) : null}
      </Cell>
      <Cell>{titles.get(network) ?? network}</Cell>
      <Cell wide>
        <span className="block lg:min-w-40">{label}</span>
        <span className="block text-xs text-soft">{explanation}</span>
        {elsewhere === null ? null : (
          <span className="block text-xs">
            <Link
              to="/dashboard/payments/$id"
              params={{ id: elsewhere.payment_intent_id }}
              className="break-all text-link underline underline-offset-2"
            >
              {elsewhere.payment_intent_id}
            </Link>{' '}
            {describeElsewhere(elsewhere, titles)}
          </span>
        )}
        {claims === null ? null : <span className="block text-xs">{claims}</span>}
      </Cell>
      <Cell wide>
        <span className="flex min-w-0 items-center gap-1">
          <code title={tx} className="min-w-0 font-mono text-xs max-lg:break-all lg:w-32 lg:truncate xl:w-60">
            {tx}
          </code>
          <CopyButton text={tx} what={`transaction ${tx}`} compact />
          {reason === 'unexplained' ? null : <ExplorerLink network={network} kind="tx" value={tx} />}
        </span>
      </Cell>
      <Cell>
        <span className="text-soft lg:whitespace-nowrap">
          <TimeAgo at={seenAt} />
        </span>
      </Cell>
      <Cell>
        {blocker === null ? (
          <Button
            needs="payments:override"
            onClick={onAssign}
            aria-label={`Assign ${amount} ${asset ?? ''} from transaction ${tx}`}
          >
            Assign
          </Button>
        ) : (
          <span className="text-xs text-soft">{blocker}</span>
        )}
      </Cell>
    </tr>
  );
}

/** Why the server would reject the assignment; null if it can be assigned. */
function findBlocker({ reason, asset, block }: Transfer): string | null {
  if (reason === 'failed') return 'No money moved';
  if (reason === 'unexplained') return 'Cannot be assigned';
  if (asset === null) return 'Unsupported token';
  return block === null ? 'Waiting for a block' : null;
}

function Cell({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  return (
    <td role="cell" className={`lg:px-2.5 lg:py-2.5 lg:first:pl-0 lg:last:pr-0 ${wide ? 'max-lg:w-full' : ''}`}>
      {children}
    </td>
  );
}
