import type { IntentId } from '../../../src/domain/ids.ts';
import { OWING_STATUSES } from '../../../src/domain/intents/intent-status.ts';
import { LIMITS } from '../../../src/domain/limits.ts';
import { type CryptoAmount, difference, subtract } from '../../../src/domain/money/money.ts';
import { networkOf } from '../../../src/domain/networks/network.ts';
import { siblingsOf } from '../../../src/domain/wallets/wallet-family.ts';
import type { Suggestion, UnmatchedTransfer } from '../../../src/ports/transfers.ts';
import { type AmountEntry, isOwn, type Owner, type Tables } from './tables.ts';

/**
 * The nearest amounts that open intents of the same owner hold at the address of a transfer, or what they owe if it is the
 * same: one for each intent, the amounts before what is owed. First those to which the amount was issued on another network.
 */
export function listSuggestions(
  { amounts, intents, targets }: Tables,
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
  const siblings = siblingsOf(networkOf(network));
  const isWatched = (one: AmountEntry) =>
    [...targets.values()].some(
      (target) => target.intent.id === one.intent.id && target.network === one.network && target.watchedUntilMs > nowMs,
    );
  const elsewhere = [...amounts.values()].filter(
    (one) =>
      siblings.includes(one.network) &&
      one.address === address &&
      one.asset === asset &&
      one.amount === amount &&
      isOwn(one.intent, owner) &&
      isWatched(one),
  );
  const candidates = [
    ...held.map((one) => ({ id: one.intent.id, amount: one.amount, network, isDue: false, isElsewhere: false })),
    ...owed.map((one) => ({ id: one.intent.id, amount, network, isDue: true, isElsewhere: false })),
    ...elsewhere.map((one) => ({
      id: one.intent.id,
      amount,
      network: one.network,
      isDue: false,
      isElsewhere: true,
    })),
  ];
  const distance = (one: { amount: CryptoAmount }) => difference(one.amount, amount);
  candidates.sort((a, b) => {
    if (a.isElsewhere !== b.isElsewhere) return a.isElsewhere ? -1 : 1;
    if (distance(a) !== distance(b)) return distance(a) < distance(b) ? -1 : 1;
    if (a.isDue !== b.isDue) return a.isDue ? 1 : -1;
    return a.id < b.id ? -1 : 1;
  });
  const nearest = new Map<IntentId, Pick<Suggestion, 'amount' | 'network'>>();
  for (const one of candidates)
    if (!nearest.has(one.id)) nearest.set(one.id, { amount: one.amount, network: one.network });
  return [...nearest]
    .slice(0, LIMITS.suggestionsMax)
    .map(([intentId, waitedFor]) => Object.assign(waitedFor, { transferId: id, intentId }));
}
