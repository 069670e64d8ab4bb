import type { ChainAdapter } from '../../../src/ports/chain.ts';
import type { PaymentDatabase } from '../../../src/ports/payment-book.ts';

/** A fault that somebody could have made, put between the engine and one of its ports. */
export interface Bug {
  name: string;
  /** The invariants of which one catches it. */
  caughtBy: readonly string[];
  adapter?: (adapter: ChainAdapter) => ChainAdapter;
  database?: (database: PaymentDatabase) => PaymentDatabase;
}
