import type { Intent } from '../intents/intent.ts';
import { type CryptoAmount, ZERO } from '../money/money.ts';
import { networkOf } from '../networks/network.ts';
import type { Transfer } from '../transfers/transfer.ts';
import { finalityRequirement } from './finality.ts';
import {
  type ChainTip,
  countConfirmations,
  depthOf,
  type FinalityRequirement,
  isFulfilled,
} from './finality-requirement.ts';
import type { Payment } from './payment.ts';

/** What one scan of a network found for one intent. */
export interface NetworkNews extends ChainTip {
  network: string;
  /** Blocks above this height are no longer part of the chain. */
  rolledBackTo: number | undefined;
  /** The transfers to a payment target of this intent, without unmatched ones. */
  transfers: readonly Transfer[];
  /** Transfers to a payment target of this intent that do not count, for example because they failed. */
  rejected?: readonly Transfer[];
  replaced: ReadonlySet<string>;
  missing: ReadonlySet<string>;
  nowMs: number;
}

/** A payment that no node has known for this long becomes void. If it is mined after all, it counts again. */
const MISSING_MS_MAX = 3_600_000;

/**
 * The payments of an intent after a scan: roll back payments in blocks that are gone, include new transfers, void what was
 * replaced or lost, and count confirmations. In this order, a transfer that moves from one block to another within one
 * scan never looks lost.
 */
export function followPayments(intent: Intent, news: NetworkNews): readonly Payment[] {
  const requirement =
    intent.targets.find(({ network }) => network === news.network)?.requirement ??
    finalityRequirement(networkOf(news.network), intent);
  const found = new Map(news.transfers.map((transfer) => [nameOf(transfer), transfer]));
  const known = intent.payments.map((payment) => {
    if (payment.network !== news.network) return payment;
    const transfer = found.get(nameOf(payment));
    found.delete(nameOf(payment));
    const included = include(rollBack(payment, news), transfer, intent);
    return keepUnchanged(payment, countUp(lose(included, transfer, news), news));
  });
  const added = [...found.values()].map((transfer) =>
    countUp(paymentOf(transfer, intent, news.network, requirement), news),
  );
  return added.length === 0 && known.every((payment, position) => payment === intent.payments[position])
    ? intent.payments
    : [...known, ...added];
}

const nameOf = ({ tx, index }: { tx: string; index: number }) => `${tx}:${index}`;

/** A payment in no block stays as it is, and so does every payment if no block is gone. */
function rollBack(payment: Payment, { rolledBackTo = Number.POSITIVE_INFINITY }: NetworkNews): Payment {
  const { blockHeight = Number.NEGATIVE_INFINITY } = payment;
  return blockHeight > rolledBackTo
    ? { ...payment, blockHeight: undefined, blockTimeMs: undefined, confirmations: 0, state: 'seen' }
    : payment;
}

/**
 * A transfer in the mempool does not replace the one in a block: some nodes list a transaction in both. A contract can send
 * less, or something else, when its transaction is in another block.
 */
function include(payment: Payment, transfer: Transfer | undefined, intent: Intent): Payment {
  if (!transfer || (transfer.blockHeight === undefined && payment.blockHeight !== undefined)) return payment;
  const { blockHeight, blockTimeMs } = transfer;
  const state = payment.state === 'void' ? 'seen' : payment.state;
  const { asset, amount, tail } = moneyOf(transfer, intent, payment.network);
  const moved = isSameMoney(payment, { asset, amount }) ? {} : { asset, amount, tail };
  return { ...payment, ...moved, blockHeight, blockTimeMs, state, voidReason: undefined, missingSinceMs: undefined };
}

export const isSameMoney = (
  one: Pick<Payment, 'asset' | 'amount'>,
  other: Pick<Payment, 'asset' | 'amount'>,
): boolean => one.asset === other.asset && one.amount === other.amount;

const moneyOf = (transfer: Transfer, intent: Intent, network: string): Pick<Payment, 'asset' | 'amount' | 'tail'> => ({
  asset: transfer.asset ?? transfer.token ?? '',
  amount: transfer.amount,
  tail: tailOf(transfer, intent, network),
});

function lose(payment: Payment, transfer: Transfer | undefined, news: NetworkNews): Payment {
  if (payment.blockHeight !== undefined || payment.state === 'void' || transfer) return payment;
  if (news.replaced.has(payment.tx) || isRemade(payment, news) || isRejected(payment, news))
    return { ...payment, state: 'void', voidReason: 'replaced' };
  if (!news.missing.has(payment.tx)) return { ...payment, missingSinceMs: undefined };
  const missingSinceMs = payment.missingSinceMs ?? news.nowMs;
  return news.nowMs - missingSinceMs >= MISSING_MS_MAX
    ? { ...payment, missingSinceMs, state: 'void', voidReason: 'missing' }
    : { ...payment, missingSinceMs };
}

/**
 * Whether its transaction is in a block again with another transfer instead. Contracts can do something else in another
 * block, and then the positions of transfers move: counting both would count the money twice.
 */
const isRemade = ({ tx }: Payment, { transfers }: NetworkNews): boolean =>
  transfers.some((transfer) => transfer.tx === tx && transfer.blockHeight !== undefined);

/** Whether it is in a block again, and moves nothing there, or nothing that is money. */
const isRejected = (payment: Payment, { rejected = [] }: NetworkNews): boolean =>
  rejected.some((transfer) => nameOf(transfer) === nameOf(payment) && transfer.blockHeight !== undefined);

function countUp(payment: Payment, tip: ChainTip): Payment {
  const { blockHeight: height, blockTimeMs: timeMs, requirement, state } = payment;
  if (height === undefined || state === 'final') return payment;
  const block = { height, timeMs };
  const confirmations = countConfirmations(requirement, block, tip);
  if (isFulfilled(requirement, block, tip)) return { ...payment, confirmations, state: 'final' };
  return { ...payment, confirmations, state: depthOf(height, tip) > 0 ? 'confirmed' : 'seen' };
}

/**
 * Returns the same object if nothing changed, so that only changed payments are written. The reason of a void payment
 * changes only with the state.
 */
function keepUnchanged(before: Payment, after: Payment): Payment {
  const same =
    before.blockHeight === after.blockHeight &&
    before.blockTimeMs === after.blockTimeMs &&
    isSameMoney(before, after) &&
    before.confirmations === after.confirmations &&
    before.state === after.state &&
    before.missingSinceMs === after.missingSinceMs;
  if (same) return before;
  const reorged = before.blockHeight !== undefined && after.blockHeight === undefined;
  return reorged ? { ...after, reorged } : after;
}

function paymentOf(transfer: Transfer, intent: Intent, network: string, requirement: FinalityRequirement): Payment {
  return {
    network,
    tx: transfer.tx,
    index: transfer.index,
    blockHeight: transfer.blockHeight,
    blockTimeMs: transfer.blockTimeMs,
    confirmations: 0,
    requirement,
    state: 'seen',
    voidReason: undefined,
    ...moneyOf(transfer, intent, network),
    spends: transfer.spends,
    firstSeenAtMs: transfer.firstSeenAtMs,
    reorged: false,
    missingSinceMs: undefined,
  };
}

/** Whatever names the intent: a payer can also send the exact amount by a link, or to the same address on another network. */
function tailOf({ asset, amount, address }: Transfer, intent: Intent, network: string): CryptoAmount {
  if (asset !== intent.asset) return ZERO;
  const amounts = intent.targets
    .filter((target) => target.network === network || target.address === address)
    .flatMap((target) => target.amounts);
  return amounts.findLast((given) => given.amount === amount)?.tail ?? ZERO;
}
