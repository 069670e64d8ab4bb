import type { MerchantId } from '../ids.ts';
import { describeTransfer } from '../transfers/describe-transfer.ts';
import type { UnmatchedReason } from '../transfers/transfer.ts';
import { eventIdOf } from './event-id.ts';

/** What cannot be assigned, or is not worth it: anybody could send any number of them. */
const SILENT: ReadonlySet<UnmatchedReason> = new Set(['failed', 'unknown_token', 'dust']);

type Unmatched = Parameters<typeof describeTransfer>[0] & { merchantId: MerchantId; livemode: boolean };

/** The event of a transfer that is listed for the first time; undefined if it has none. */
export function unmatchedEvent(transfer: Unmatched, atMs: number) {
  if (SILENT.has(transfer.reason)) return undefined;
  return {
    id: eventIdOf(transfer.id, 0, atMs),
    merchantId: transfer.merchantId,
    livemode: transfer.livemode,
    type: 'transfer.unmatched' as const,
    object: describeTransfer(transfer),
    atMs,
  };
}
