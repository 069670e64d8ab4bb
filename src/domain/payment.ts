/** How far a transfer is on its way: in the pool, in a block, deep enough to count, or gone. */
export type PaymentState = 'seen' | 'confirmed' | 'final' | 'void';

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
  /** So many confirmations make it final. */
  required: number;
  state: PaymentState;
  asset: string;
  /** At scale 10⁻¹⁸. */
  amount: bigint;
  firstSeenAtMs: number;
}

export function paymentStateAt(confirmations: number, required: number): PaymentState {
  if (confirmations >= required) return 'final';
  return confirmations > 0 ? 'confirmed' : 'seen';
}

/** Where an intent's money is expected on one network, and up to when that network has been read. */
export interface Target {
  network: string;
  address: string;
  assignedAtMs: number;
  scannedUntilMs: number | undefined;
}
