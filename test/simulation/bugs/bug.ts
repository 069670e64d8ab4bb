import type { ChainAdapter } from '../../../src/chain-ports.ts';
import type { PaymentDatabase } from '../../../src/payment-ports.ts';

/** A fault that somebody could have made, put between the engine and one of its ports. */
export interface Bug {
  name: string;
  /** The invariants of which one catches it. */
  caughtBy: readonly string[];
  adapter?: (adapter: ChainAdapter) => ChainAdapter;
  database?: (database: PaymentDatabase) => PaymentDatabase;
}
