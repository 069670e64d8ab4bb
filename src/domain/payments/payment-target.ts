import type { CryptoAmount } from '../money/money.ts';
import type { FinalityRequirement } from './finality-requirement.ts';

/**
 * What a transfer must carry to be matched to a payment target: its own address, a reference where many intents
 * share the address, or only an exact amount. Where there is a reference, the exact amount serves payments by hand.
 */
export type TargetMatch = 'address' | 'reference' | 'amount';

/** Where a payment goes, and the reference that the transaction must name, if any. */
export interface Destination {
  address: string;
  reference: string | undefined;
}

/** Where the payer of one intent sends the payment. */
export interface PaymentTarget extends Destination {
  matchedBy: TargetMatch;
}

/** What is due plus a tail that no other intent with the same address has, so that the amount alone names the intent. */
export interface ExactAmount {
  amount: CryptoAmount;
  tail: CryptoAmount;
}

/** The payment target of an intent on one network, and how far that network has been read. */
export interface AssignedTarget extends PaymentTarget {
  network: string;
  /** What makes a payment to it final. */
  requirement: FinalityRequirement;
  /** How many decimals the intent's asset has on this network. */
  decimals: number;
  assignedAtMs: number;
  /** The exact amounts that the intent holds, the first one issued first. */
  amounts: readonly ExactAmount[];
  scannedUntilMs: number | undefined;
}
