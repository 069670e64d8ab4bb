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

/**
 * Records claims with their transfers, and marks the intent. If a claim is not recorded, because there are too many, the
 * intent is still marked: its payer must not be asked for money again. One mark is enough for that.
 */
export async function recordClaims(
  { random }: { random: Random },
  book: PaymentBook,
  { tenant, intent, network, reviewed, proof, settings, nowMs }: Recording,
): Promise<ReadonlyMap<Transfer, ClaimState>> {
  const states = new Map<Transfer, ClaimState>();
  if (reviewed.length === 0) return states;
  const { merchantId, livemode } = tenant;
  const ref = { merchantId, livemode, id: intent.id };
  const due = { asset: intent.asset, amount: intent.cryptoAmount };
  // The intent is locked before the transfers, in the same order as in a scan.
  await book.changeIntent(ref, nowMs, () => undefined);
  for (const { transfer, reason, isNamed } of reviewed) {
    const id = makeId('tr', nowMs, random.bytes(10));
    const intentId = isNamed ? intent.id : undefined;
    const unmatched = { id, merchantId, livemode, intentId, transfer, reason };
    const own = proof && transfer.sources?.includes(proof.address) ? proof : undefined;
    states.set(transfer, await book.recordClaim({ intent: ref, network, unmatched, due, proof: own }, nowMs));
  }
  const recorded = [...states].flatMap(([transfer, state]) => (state === 'not_recorded' ? [] : [transfer]));
  await book.changeIntent(ref, nowMs, (current) => {
    const claimed = addAmbiguous(current, network, recorded);
    const isMarked = claimed.ambiguousTransfers.length > 0;
    const marked = isMarked ? claimed : addAmbiguous(current, network, [...states.keys()].slice(0, 1));
    if (marked === current) return undefined;
    return transition(marked, settings, nowMs) ?? { intent: marked, events: [] };
  });
  return states;
}
