import { ChainError } from '../../domain/networks/chain-error.ts';
import type { Rpc } from './rpc.ts';

/** How often work is repeated because another node took over in the middle of it. */
const ATTEMPTS_MAX = 3;

/**
 * Lets work run only on a node whose chain was checked. A node is checked before its first work, after every failure, and
 * when it takes over from another one, because each URL may lead to another chain.
 */
export class ChainGuard<Facts> {
  readonly #rpc: Pick<Rpc, 'connection'>;
  readonly #check: () => Promise<Facts>;
  #checked: { connection: number; facts: Facts } | undefined;

  constructor(rpc: Pick<Rpc, 'connection'>, check: () => Promise<Facts>) {
    this.#rpc = rpc;
    this.#check = check;
  }

  /** Passes on what the check found out. Work must be repeatable: it starts again if another node took over meanwhile. */
  async run<Result>(work: (facts: Facts) => Promise<Result>): Promise<Result> {
    try {
      for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
        const { connection } = this.#rpc;
        const facts = this.#checked?.connection === connection ? this.#checked.facts : await this.#check();
        if (this.#rpc.connection !== connection) continue;
        this.#checked = { connection, facts };
        const result = await work(facts);
        if (this.#rpc.connection === connection) return result;
      }
    } catch (error) {
      if (error instanceof ChainError) this.#checked = undefined;
      throw error;
    }
    throw new ChainError('away', 'The nodes keep failing in turn, so none could be checked. Florin will retry soon.');
  }

  /** The same, and checks the chain in any case. */
  recheck<Result>(work: (facts: Facts) => Promise<Result>): Promise<Result> {
    this.#checked = undefined;
    return this.run(work);
  }
}
