import type { IntentId } from '../../../src/domain/ids.ts';
import type { IntentStatus } from '../../../src/domain/intents/intent-status.ts';
import { LIMITS } from '../../../src/domain/limits.ts';
import { difference } from '../../../src/domain/money/money.ts';
import type { Suggestion, UnmatchedTransfer } from '../../../src/ports/transfers.ts';
import { type AmountEntry, isOwn, type Owner, type Tables } from './tables.ts';

const OPEN = new Set<IntentStatus>(['requires_payment', 'partially_paid', 'expired', 'needs_review']);

/** The nearest amounts that open intents of the same owner hold at the address of a transfer, one for each intent. */
export function listSuggestions(
  { amounts, intents }: Tables,
  owner: Owner,
  { id, network, address, asset, amount }: UnmatchedTransfer,
  nowMs: number,
): Suggestion[] {
  const isHeld = (held: AmountEntry) => {
    const status = intents.get(held.intent.id)?.intent.status;
    return isOwn(held.intent, owner) && held.heldUntilMs > nowMs && status !== undefined && OPEN.has(status);
  };
  const isNear = (held: AmountEntry) => held.network === network && held.address === address && held.asset === asset;
  const sorted = [...amounts.values()]
    .filter((held) => isHeld(held) && isNear(held))
    .sort((a, b) => {
      const [distanceA, distanceB] = [difference(a.amount, amount), difference(b.amount, amount)];
      if (distanceA === distanceB) return a.intent.id < b.intent.id ? -1 : 1;
      return distanceA < distanceB ? -1 : 1;
    });
  const nearest = new Map<IntentId, AmountEntry>();
  for (const held of sorted) if (!nearest.has(held.intent.id)) nearest.set(held.intent.id, held);
  return [...nearest.values()]
    .slice(0, LIMITS.suggestionsMax)
    .map((held) => ({ transferId: id, intentId: held.intent.id, amount: held.amount }));
}
