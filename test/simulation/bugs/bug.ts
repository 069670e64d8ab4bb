import type { ChainAdapter } from '../../../src/ports/chain.ts';
import type { PaymentDatabase } from '../../../src/ports/payment-book.ts';
import type { Store } from '../../../src/ports/stores.ts';

/** A deliberate bug between the engine and one of its ports. */
export interface Bug {
  name: string;
  /** The invariants that may catch it. */
  caughtBy: readonly string[];
  adapter?: (adapter: ChainAdapter) => ChainAdapter;
  database?: (database: PaymentDatabase) => PaymentDatabase;
  store?: (store: Store) => Store;
}
