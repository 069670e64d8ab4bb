import type { IntentId } from '../../../src/domain/ids.ts';
import { OWING_STATUSES } from '../../../src/domain/intents/intent-status.ts';
import { LIMITS } from '../../../src/domain/limits.ts';
import { type CryptoAmount, difference, subtract } from '../../../src/domain/money/money.ts';
import type { Suggestion, UnmatchedTransfer } from '../../../src/ports/transfers.ts';
import { type AmountEntry, isOwn, type Owner, type Tables } from './tables.ts';

/**
 * The nearest amounts that open intents of the same owner hold at the address of a transfer, or what they owe if it is the
 * same: one for each intent, the amounts before what is owed.
 */
export function listSuggestions(
  { amounts, intents }: Tables,
  owner: Owner,
  { id, network, address, asset, amount }: UnmatchedTransfer,
  nowMs: number,
): Suggestion[] {
  const isHeld = (one: AmountEntry) => {
    const status = intents.get(one.intent.id)?.intent.status;
    return (
      isOwn(one.intent, owner) && one.heldUntilMs > nowMs && status !== undefined && OWING_STATUSES.includes(status)
    );
  };
  const isNear = (one: AmountEntry) => one.network === network && one.address === address && one.asset === asset;
  const held = [...amounts.values()].filter((one) => isHeld(one) && isNear(one));
  const owed = held.filter((one) => subtract(one.amount, one.tail) === amount);
  const candidates = [
    ...held.map((one) => ({ id: one.intent.id, amount: one.amount, isDue: false })),
    ...owed.map((one) => ({ id: one.intent.id, amount, isDue: true })),
  ];
  const distance = (one: { amount: CryptoAmount }) => difference(one.amount, amount);
  candidates.sort((a, b) => {
    if (distance(a) !== distance(b)) return distance(a) < distance(b) ? -1 : 1;
    if (a.isDue !== b.isDue) return a.isDue ? 1 : -1;
    return a.id < b.id ? -1 : 1;
  });
  const nearest = new Map<IntentId, CryptoAmount>();
  for (const one of candidates) if (!nearest.has(one.id)) nearest.set(one.id, one.amount);
  return [...nearest]
    .slice(0, LIMITS.suggestionsMax)
    .map(([intentId, waitedFor]) => ({ transferId: id, intentId, amount: waitedFor }));
}
