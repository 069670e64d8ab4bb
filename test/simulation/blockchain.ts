import { type ChainUnits } from '../../src/domain/money/money.ts';

/** One transfer inside a transaction. */
export interface Output {
  index: number;
  address: string;
  /** The keys by which a target can be matched. */
  keys: readonly string[];
  asset: string | undefined;
  token: string | undefined;
  /** In the asset's smallest unit. */
  units: ChainUnits;
  decimals: number;
  /** The order whose exact amount it is, as the payer saw it. */
  exactFor?: string | undefined;
}

export interface Tx {
  id: string;
  outputs: readonly Output[];
  spends: readonly string[];
  sentAtMs: number;
  /** Whether it fails in no block, in every block, or depending on the block. */
  fails: 'never' | 'sometimes' | 'always';
  /** The most confirmations that it ever had in a block in which it succeeded. */
  deepest: number;
  /** The longest time between such a block and the tip, by the chain's clock. */
  oldestMs: number;
  /** Every block that ever contained it, also those that are no longer part of the chain. */
  inclusions: { height: number; timeMs: number }[];
}

export interface Block {
  height: number;
  hash: string;
  /** By the chain's clock. */
  timeMs: number;
  minedAtMs: number;
  txs: readonly { tx: Tx; failed: boolean }[];
}

/** What a node shows: the blocks of its best chain and the pool of pending transactions. */
export interface ChainView {
  blocks: readonly Block[];
  pool: ReadonlyMap<string, Tx>;
}

/** The true state of one network: its best chain, pending transactions, and the history of all transactions. */
export class Blockchain implements ChainView {
  blocks: Block[];
  /** The chain as it was before the last reorganization: some nodes still follow it. */
  abandoned: readonly Block[] = [];
  readonly pool = new Map<string, Tx>();
  /** Known to no node anymore, but may be sent again. */
  readonly dropped = new Map<string, Tx>();
  readonly history = new Map<string, Tx>();
  readonly #mined = new Map<string, { tx: Tx; block: Block; failed: boolean }>();
  /** What is spent on the best chain → the transaction that spends it. */
  readonly #spent = new Map<string, Tx>();
  readonly #tickMs: number;
  #hashes = 0;

  /** Its blocks count time in ticks. */
  constructor(nowMs: number, tickMs = 1) {
    this.#tickMs = tickMs;
    this.blocks = [{ height: 100, hash: 'genesis', timeMs: this.timeAt(nowMs), minedAtMs: nowMs, txs: [] }];
  }

  /** A time by the chain's clock. */
  timeAt(nowMs: number): number {
    return nowMs - (nowMs % this.#tickMs);
  }

  get tip(): Block {
    return this.blocks.at(-1) as Block;
  }

  /** The block of the best chain that contains the transaction. */
  minedIn(txId: string): { block: Block; failed: boolean } | undefined {
    return this.#mined.get(txId);
  }

  send(tx: Tx): void {
    this.history.set(tx.id, tx);
    this.pool.set(tx.id, tx);
  }

  drop(tx: Tx): void {
    this.pool.delete(tx.id);
    this.dropped.set(tx.id, tx);
  }

  /** Mines the chosen transactions, except those whose money was spent by another mined transaction. */
  mine(nowMs: number, chosen: Iterable<Tx>, fails: (tx: Tx) => boolean): Block {
    this.#hashes += 1;
    const timeMs = this.timeAt(nowMs);
    const txs: { tx: Tx; failed: boolean }[] = [];
    for (const tx of chosen) {
      if (this.#mined.has(tx.id) || this.#isSpent(tx, txs)) continue;
      txs.push({ tx, failed: fails(tx) });
    }
    const block = { height: this.tip.height + 1, hash: `h${this.#hashes}`, timeMs, minedAtMs: nowMs, txs };
    this.blocks.push(block);
    for (const { tx, failed } of txs) {
      this.#mined.set(tx.id, { tx, block, failed });
      for (const spent of tx.spends) this.#spent.set(spent, tx);
      tx.inclusions.push({ height: block.height, timeMs });
      this.dropped.delete(tx.id);
      this.pool.delete(tx.id);
      for (const other of this.pool.values()) if (sharesSpend(other, tx)) this.pool.delete(other.id);
    }
    for (const { tx, block: own, failed } of this.#mined.values()) {
      if (failed) continue;
      tx.deepest = Math.max(tx.deepest, block.height - own.height + 1);
      tx.oldestMs = Math.max(tx.oldestMs, timeMs - own.timeMs);
    }
    return block;
  }

  /** Removes the last blocks and returns their transactions to the pool. */
  rollBack(depth: number): Tx[] {
    this.abandoned = [...this.blocks];
    const gone = this.blocks.splice(Math.max(1, this.blocks.length - depth));
    const freed = gone.flatMap(({ txs }) => txs.map(({ tx }) => tx));
    for (const tx of freed) {
      this.#mined.delete(tx.id);
      for (const spent of tx.spends) this.#spent.delete(spent);
      this.pool.set(tx.id, tx);
    }
    return freed;
  }

  #isSpent(tx: Tx, beside: readonly { tx: Tx }[]): boolean {
    if (tx.spends.length === 0) return false;
    if (beside.some(({ tx: other }) => sharesSpend(other, tx))) return true;
    return tx.spends.some((spent) => (this.#spent.get(spent) ?? tx) !== tx);
  }
}

const sharesSpend = (one: Tx, other: Tx) => one !== other && one.spends.some((spent) => other.spends.includes(spent));

/** A node that lacks the last blocks. Their transactions are still pending there. */
export function staleView(chain: Blockchain, blocksBehind: number): ChainView {
  const cut = Math.max(1, chain.blocks.length - blocksBehind);
  const unheard = chain.blocks.slice(cut).flatMap(({ txs }) => txs.map(({ tx }) => [tx.id, tx] as const));
  return { blocks: chain.blocks.slice(0, cut), pool: new Map([...chain.pool, ...unheard]) };
}
