import { makeId } from '../../domain/ids.ts';
import type { Intent } from '../../domain/intents/intent.ts';
import { transition } from '../../domain/intents/transition.ts';
import type { MerchantSettings } from '../../domain/merchants/settings.ts';
import { addAmbiguous } from '../../domain/transfers/add-ambiguous.ts';
import type { Transfer, UnmatchedReason } from '../../domain/transfers/transfer.ts';
import type { FoundTransfer } from '../../ports/chain.ts';
import type { PaymentBook } from '../../ports/payment-book.ts';
import type { Random } from '../../ports/random.ts';
import type { Tenant } from '../../ports/stores.ts';
import type { ClaimProof } from './prove-claim.ts';

/** A claim that a person has to look at. */
export interface ReviewedClaim {
  transfer: FoundTransfer;
  reason: UnmatchedReason;
  isNamed: boolean;
}

interface Recording {
  tenant: Tenant;
  intent: Intent;
  network: string;
  reviewed: readonly ReviewedClaim[];
  proof: ClaimProof | undefined;
  settings: MerchantSettings;
  nowMs: number;
}

type ClaimState = Awaited<ReturnType<PaymentBook['recordClaim']>>;

/** Records the transfers and the claims on them, and marks the intent. */
export async function recordClaims(
  { random }: { random: Random },
  book: PaymentBook,
  { tenant, intent, network, reviewed, proof, settings, nowMs }: Recording,
): Promise<ReadonlyMap<Transfer, ClaimState>> {
  const states = new Map<Transfer, ClaimState>();
  if (reviewed.length === 0) return states;
  const { merchantId, livemode } = tenant;
  const ref = { merchantId, livemode, id: intent.id };
  // The intent is locked before the transfers, in the same order as in a scan.
  await book.changeIntent(ref, nowMs, () => undefined);
  const unmatched = reviewed.map(({ transfer, reason, isNamed }) => ({
    id: makeId('tr', nowMs, random.bytes(10)),
    merchantId,
    livemode,
    intentId: isNamed ? intent.id : undefined,
    transfer,
    reason,
  }));
  await book.recordUnmatched(network, unmatched, nowMs);
  for (const { transfer } of reviewed) {
    const { tx, index, sources = [] } = transfer;
    const own = proof && sources.includes(proof.address) ? proof : undefined;
    states.set(transfer, await book.recordClaim({ intent: ref, network, tx, index, proof: own }, nowMs));
  }
  const accepted = [...states].flatMap(([transfer, state]) => (state === 'not_recorded' ? [] : [transfer]));
  await book.changeIntent(ref, nowMs, (current) => {
    const marked = addAmbiguous(current, network, accepted);
    if (marked === current) return undefined;
    return transition(marked, settings, nowMs) ?? { intent: marked, events: [] };
  });
  return states;
}
