import type { Intent } from '../../src/domain/intents/intent.ts';
import type { ChainAdapter } from '../../src/ports/chain.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { PaymentDatabase } from '../../src/ports/payment-book.ts';
import type { UnmatchedTransfer } from '../../src/ports/transfers.ts';
import { Prng } from '../memory/prng.ts';
import type { Backing } from './backing.ts';
import { Blockchain, staleView } from './blockchain.ts';
import type { Bug } from './bugs/bug.ts';
import { Counters, type Sometimes } from './counters.ts';
import { Merchants, START_MS } from './merchants.ts';
import type { Order } from './order.ts';
import { readLikeBitcoin } from './read-like-bitcoin.ts';
import { readLikeSolana } from './read-like-solana.ts';
import { Stage } from './stage.ts';

export interface SimulatedNetwork {
  truth: Blockchain;
  adapter: ChainAdapter;
}

interface Books {
  /** `network:key` of a place → the order that has it. */
  owners: Map<string, { order: string; address: string }>;
  /** `network:tx:index` → the order that it counts for. */
  paid: Map<string, string>;
  /** Each order's intent at the last look. */
  last: Map<string, Intent>;
}

/** Everything around the engine: time, chance, chains, merchants, payers, processes, and the faults of all of them. */
export class World {
  readonly prng: Prng;
  readonly stage = new Stage();
  readonly counters = new Counters();
  readonly merchants: Merchants;
  readonly chains = new Map<string, SimulatedNetwork>();
  readonly orders = new Map<string, Order>();
  readonly backing: Backing;
  readonly database: PaymentDatabase;
  readonly trace: string[] = [];
  readonly workers = ['w0', 'w1', 'w2'];
  readonly clock: Clock;
  step = 0;
  /** At the end the world is quiet: no faults, so that everything that must come can come. */
  isQuiet = false;
  /** Whether something may have been committed since the last look. */
  isTouched = false;
  /** The step at which the oldest of those who decide now has begun. */
  oldestStart = 0;
  /** What merchants found to be for an intent by hand, as `network:tx:index`. */
  readonly assigned = new Map<string, string>();
  /** What the checks have learnt so far. */
  readonly books: Books = { owners: new Map(), paid: new Map(), last: new Map() };
  #nowMs = START_MS;

  constructor(seed: number, backing: Backing, bug: Bug | undefined) {
    this.prng = new Prng(seed);
    this.backing = backing;
    this.database = bug?.database?.(backing.database) ?? backing.database;
    this.merchants = new Merchants(this.prng, this.#nowMs);
    this.clock = {
      nowMs: () => this.#nowMs,
      sleep: async (ms) => this.passTime(ms),
    };
    for (const read of [readLikeBitcoin, readLikeSolana]) {
      const truth = new Blockchain(this.#nowMs);
      const adapter = read(() => (this.strikes(6) ? staleView(truth, this.prng.between(1, 4)) : truth), this.prng);
      this.chains.set(adapter.network.name, { truth, adapter: bug?.adapter?.(adapter) ?? adapter });
    }
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  passTime(ms: number): void {
    this.#nowMs += ms;
  }

  /** Whether a fault happens now. */
  strikes(percent: number, counted?: Sometimes): boolean {
    if (this.isQuiet || !this.prng.chance(percent)) return false;
    if (counted) {
      this.counters.add(counted);
      this.tell(counted);
    }
    return true;
  }

  tell(what: string): void {
    this.trace.push(`${this.step} +${Math.round((this.#nowMs - START_MS) / 1_000)}s ${what}`);
  }

  network(name: string): SimulatedNetwork {
    const found = this.chains.get(name);
    if (!found) throw new Error(`there is no network ${name}`);
    return found;
  }

  /** What reached the merchants and counts for nobody, or was assigned by hand. */
  async keptTransfers(): Promise<UnmatchedTransfer[]> {
    const lists = await Promise.all(
      this.merchants.ids.map(async (merchantId) => {
        const list = await this.backing.bind(merchantId).transfers.list({ unassigned: false, limit: 1_000 });
        return list;
      }),
    );
    return lists.flat();
  }
}
