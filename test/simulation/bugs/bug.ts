import type { ChainAdapter } from '../../../src/ports/chain.ts';
import type { EventDispatch } from '../../../src/ports/event-dispatch.ts';
import type { PaymentDatabase } from '../../../src/ports/payment-book.ts';
import type { Store } from '../../../src/ports/stores.ts';
import type { TableAccess } from '../../memory/data/tables.ts';
import type { EvmReading } from '../read-like-evm.ts';

/** A deliberate bug between the engine and one of its ports. */
export interface Bug {
  name: string;
  /** The invariants that may catch it. */
  caughtBy: readonly string[];
  /** Only on EVM chains. */
  evm?: Partial<EvmReading>;
  adapter?: (adapter: ChainAdapter) => ChainAdapter;
  database?: (database: PaymentDatabase) => PaymentDatabase;
  store?: (store: Store) => Store;
  /** Only in memory. */
  events?: (dispatch: EventDispatch, database: TableAccess) => EventDispatch;
}
