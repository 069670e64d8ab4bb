import type { CryptoAmount } from '../money/money.ts';
import type { FinalityRequirement } from './finality-requirement.ts';

/** Seen in the mempool, confirmed in a block, final, or void. */
export type PaymentState = 'seen' | 'confirmed' | 'final' | 'void';

/** Its money was spent otherwise, by another transaction or by the same one in another block, or no node has known it for too long. */
export type VoidReason = 'replaced' | 'missing';

/** A transfer to a payment target of an intent. */
export interface Payment {
  network: string;
  tx: string;
  /** The position of the transfer in its transaction. */
  index: number;
  /** The height of its block; undefined while it is in no block. */
  blockHeight: number | undefined;
  /** The time of its block; undefined also for a payment that was recorded before block times were. */
  blockTimeMs?: number | undefined;
  /** At most the number that is required. */
  confirmations: number;
  /** What makes it final. */
  requirement: FinalityRequirement;
  state: PaymentState;
  voidReason: VoidReason | undefined;
  /** The asset's code, or the token's address if the token is unknown. */
  asset: string;
  amount: CryptoAmount;
  /** The part of the amount that only made it unique. */
  tail: CryptoAmount;
  /** The inputs of the transaction: another one that spends them replaces it. */
  spends: readonly string[];
  firstSeenAtMs: number;
  /** Whether it was in a block that is no longer part of the chain. */
  reorged: boolean;
  /** Since when no node has known it, while it was in no block. */
  missingSinceMs: number | undefined;
}

/** The name of a payment: it stays the same when its transaction moves to another block. */
export const nameOf = ({ network, tx, index }: Pick<Payment, 'network' | 'tx' | 'index'>): string =>
  `${network}:${tx}:${index}`;

export const isInFlight = ({ state }: Pick<Payment, 'state'>): boolean => state === 'seen' || state === 'confirmed';

export const isVoid = ({ state }: Pick<Payment, 'state'>): boolean => state === 'void';
