import type { FinalityRequirement } from './finality-requirement.ts';

/** Where the payer of one intent sends the payment. */
export interface PaymentTarget {
  address: string;
  /** The reference that the transaction must name, where several intents share the address. */
  reference: string | undefined;
}

/** The payment target of an intent on one network, and how far that network has been read. */
export interface AssignedTarget extends PaymentTarget {
  network: string;
  /** What makes a payment to it final. */
  requirement: FinalityRequirement;
  /** How many decimals the intent's asset has on this network. */
  decimals: number;
  assignedAtMs: number;
  scannedUntilMs: number | undefined;
}
