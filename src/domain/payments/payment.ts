import type { CryptoAmount } from '../money/money.ts';
import type { FinalityRequirement } from './finality-requirement.ts';

/** How far a transfer is on its way: in the pool, in a block, deep enough to count, or gone. */
export type PaymentState = 'seen' | 'confirmed' | 'final' | 'void';

/** Another transaction spent the same money, or nobody has seen it for too long. */
export type VoidReason = 'replaced' | 'missing';

/** A transfer on a chain that went to a target of an intent. */
export interface Payment {
  network: string;
  tx: string;
  /** Which of the transaction's transfers it is. */
  index: number;
  /** The block that holds it; undefined while it waits for one. */
  blockHeight: number | undefined;
  /** Counted up to what is required. */
  confirmations: number;
  /** What makes it final. */
  requirement: FinalityRequirement;
  state: PaymentState;
  voidReason: VoidReason | undefined;
  /** Its code, or the token's address where the code is not known. */
  asset: string;
  amount: CryptoAmount;
  /** What no other transaction can spend beside this one. */
  spends: readonly string[];
  firstSeenAtMs: number;
  /** Whether it stood in a block that is no longer part of the chain. */
  reorged: boolean;
  /** Since when no node knows it, though it is in no block. */
  missingSinceMs: number | undefined;
}

export const isInFlight = ({ state }: Payment): boolean => state === 'seen' || state === 'confirmed';
