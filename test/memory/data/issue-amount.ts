import { add, type CryptoAmount, roundDownTo, subtract } from '../../../src/domain/money/money.ts';
import { networkOf } from '../../../src/domain/networks/network.ts';
import { amountKey } from '../../../src/domain/payments/amount-key.ts';
import type { AmountRange } from '../../../src/domain/payments/amount-range.ts';
import type { ExactAmount } from '../../../src/domain/payments/payment-target.ts';
import { siblingsOf } from '../../../src/domain/wallets/wallet-family.ts';
import type { AmountOrder, IntentRef } from '../../../src/ports/intents.ts';
import { scannedUntil } from './change-intent.ts';
import type { AmountEntry, Draft, Tables } from './tables.ts';

interface Recipient {
  intent: IntentRef;
  network: string;
  address: string;
}

/** Issues an amount that nobody has, or one that is free to reuse. Undefined if there is none. */
export function issueAmount(tables: Draft, to: Recipient, given: AmountOrder): ExactAmount | undefined {
  const order = { ...given, proposals: [...given.proposals] };
  const { asset, range, assignedAtMs, heldUntilMs } = order;
  const nameOf = (amount: CryptoAmount) => `${to.network}:${amountKey(to.address, asset, amount)}`;
  const isFree = (amount: CryptoAmount) => !tables.amounts.has(nameOf(amount));
  const isFreeElsewhere = ({ amount }: Pick<AmountEntry, 'amount'>) => !isHeldElsewhere(tables, to, order, amount);
  const free =
    [...order.proposals].find((amount) => isFree(amount) && isFreeElsewhere({ amount })) ?? findFree(order, isFree);
  const amount = free ?? findReusable(tables, to, order, isFreeElsewhere) ?? findReusable(tables, to, order);
  if (amount === undefined) return undefined;
  if (free === undefined) takeFrom(tables, tables.amounts.get(nameOf(amount)));
  const exact = { amount, tail: subtract(amount, range.due) };
  tables.amounts.set(nameOf(amount), { ...to, ...exact, asset, assignedAtMs, heldUntilMs });
  return exact;
}

/** Whether somebody holds the amount at the same address on another network of the family. */
const isHeldElsewhere = (
  { amounts }: Tables,
  { network, address }: Recipient,
  { asset, assignedAtMs }: AmountOrder,
  amount: CryptoAmount,
): boolean =>
  siblingsOf(networkOf(network)).some((sibling) => {
    const held = amounts.get(`${sibling}:${amountKey(address, asset, amount)}`);
    return held !== undefined && held.heldUntilMs > assignedAtMs;
  });

function findFree(
  { range, proposals }: AmountOrder,
  isFree: (amount: CryptoAmount) => boolean,
): CryptoAmount | undefined {
  for (const amount of proposals) if (isFree(amount)) return amount;
  for (let amount = range.lowest; amount <= range.highest; amount = add(amount, range.step)) {
    if (!isRound(amount, range) && isFree(amount)) return amount;
  }
  return undefined;
}

const isRound = (amount: CryptoAmount, { round }: AmountRange): boolean => roundDownTo(amount, round) === amount;

function findReusable(
  { amounts, scans }: Tables,
  { network, address }: Recipient,
  { asset, range, assignedAtMs }: AmountOrder,
  isWanted: (entry: AmountEntry) => boolean = () => true,
): CryptoAmount | undefined {
  // Until the network was read that far, a payment to the intent that had the amount may come to light.
  const readUntilMs = scannedUntil(scans, { network, address }) ?? 0;
  const isOwn = ({ amount, tail }: AmountEntry) => subtract(amount, tail) === range.due;
  const [first] = [...amounts.values()]
    .filter((entry) => entry.network === network && entry.address === address && entry.asset === asset)
    .filter(({ amount }) => amount >= range.lowest && amount <= range.highest && !isRound(amount, range))
    .filter(({ heldUntilMs }) => heldUntilMs <= Math.min(assignedAtMs, readUntilMs))
    .filter(isWanted)
    .sort((a, b) => {
      if (isOwn(a) !== isOwn(b)) return isOwn(a) ? -1 : 1;
      return a.heldUntilMs - b.heldUntilMs || (a.amount < b.amount ? -1 : 1);
    });
  return first?.amount;
}

/** The intent that had the amount does without it. */
function takeFrom(tables: Draft, former: AmountEntry | undefined): void {
  const entry = former && tables.intents.get(former.intent.id);
  if (!entry) return;
  const targets = entry.intent.targets.map((target) =>
    target.network === former.network
      ? { ...target, amounts: target.amounts.filter(({ amount }) => amount !== former.amount) }
      : target,
  );
  tables.intents.set(former.intent.id, { ...entry, intent: { ...entry.intent, targets } });
}
