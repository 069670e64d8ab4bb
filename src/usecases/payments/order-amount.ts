import { amountsOf } from '../../domain/intents/amounts.ts';
import type { Intent } from '../../domain/intents/intent.ts';
import { lateAcceptedMsMax } from '../../domain/intents/policy.ts';
import { roundUpToUnit } from '../../domain/money/decimal.ts';
import { type CryptoAmount, ZERO } from '../../domain/money/money.ts';
import { amountByHand } from '../../domain/payments/amount-by-hand.ts';
import { type AmountRange, amountRange } from '../../domain/payments/amount-range.ts';
import type { AssignedTarget } from '../../domain/payments/payment-target.ts';
import { proposeAmounts } from '../../domain/payments/propose-amounts.ts';
import type { ChainAdapter } from '../../ports/chain.ts';
import type { AmountOrder } from '../../ports/intents.ts';
import type { Random } from '../../ports/random.ts';

const RANDOM_BYTES = 8;

interface Orderer {
  random: Random;
  nowMs: number;
}

/** The exact amount to issue to a target; undefined if it has one for what remains to be paid, or there can be none. */
export function orderAmount(
  chain: ChainAdapter,
  intent: Intent,
  target: Pick<AssignedTarget, 'reference' | 'matchedBy' | 'amounts'>,
  { random, nowMs }: Orderer,
): AmountOrder | undefined {
  if (!needsAmount(chain, intent, target)) return undefined;
  const range = rangeOn(chain, intent);
  const proposals = proposeAmounts(range, numberOf(random.bytes(RANDOM_BYTES)));
  return {
    asset: intent.asset,
    range,
    proposals,
    assignedAtMs: nowMs,
    heldUntilMs: payableUntilMs(chain, intent, nowMs),
    isOptional: target.reference !== undefined && chain.takesReference?.(intent.asset) === true,
  };
}

/** Until when a payment to a target of the intent can arrive, including the late window and the in-flight limit. */
export const payableUntilMs = ({ network }: ChainAdapter, intent: Intent, nowMs: number): number =>
  Math.max(intent.expiresAtMs, nowMs) + lateAcceptedMsMax(intent) + network.inFlightMsMax;

/** Whether a target lacks an exact amount for what remains to be paid. One that only an amount can match always needs it. */
export function needsAmount(
  chain: ChainAdapter,
  intent: Intent,
  target: Pick<AssignedTarget, 'matchedBy' | 'amounts'>,
): boolean {
  const due = dueOn(chain, intent);
  if (due === ZERO || amountByHand(target, due) !== undefined) return false;
  const { lowest, highest } = rangeOn(chain, intent);
  return target.matchedBy === 'amount' || lowest <= highest;
}

/** What remains to be paid, rounded up to the smallest unit of the network: rounding down would underpay. */
export const dueOn = (chain: ChainAdapter, intent: Intent): CryptoAmount =>
  roundUpToUnit(amountsOf(intent).remaining, decimalsOn(chain, intent));

/** How many decimals the intent's asset has on a network. */
export const decimalsOn = ({ assets }: ChainAdapter, { asset }: Intent): number =>
  assets.find(({ code }) => code === asset)?.decimals ?? 18;

const rangeOn = (chain: ChainAdapter, intent: Intent): AmountRange =>
  amountRange(intent, dueOn(chain, intent), decimalsOn(chain, intent));

const numberOf = (bytes: Uint8Array): bigint => bytes.reduce((number, byte) => number * 256n + BigInt(byte), 0n);
