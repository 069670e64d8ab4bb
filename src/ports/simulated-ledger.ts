import type { CryptoAmount } from '../domain/money/money.ts';
import type { SimulationScript } from '../domain/payments/simulation.ts';

export interface SimulatedTransfer {
  number: number;
  address: string;
  asset: string;
  amount: CryptoAmount;
  sentAtMs: number;
  script: SimulationScript;
}

/** The transfers of the simulated chain, which has no network behind it. */
export interface SimulatedLedger {
  /** False, and sends nothing, if the address has `simulatedPaymentsMax` transfers, however many are sent at the same time. */
  send(transfer: Omit<SimulatedTransfer, 'number'>): Promise<boolean>;
  after(number: number, limit: number): Promise<SimulatedTransfer[]>;
  /** The transfers sent from this time on, up to this number, in order. */
  since(timeMs: number, upTo: number): Promise<SimulatedTransfer[]>;
}
