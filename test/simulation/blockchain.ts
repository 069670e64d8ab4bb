import { type ChainUnits } from '../../src/domain/money/money.ts';

/** One transfer inside a transaction. */
export interface Output {
  index: number;
  address: string;
  /** What a place can be known by. */
  keys: readonly string[];
  asset: string | undefined;
  token: string | undefined;
  /** In the asset's smallest unit, as chains count. */
  units: ChainUnits;
  decimals: number;
}

export interface Tx {
  id: string;
  outputs: readonly Output[];
  spends: readonly string[];
  sentAtMs: number;
  /** It fails in every block; `sometimes` it depends on the block. */
  fails: 'never' | 'sometimes' | 'always';
  /** The most confirmations that it ever had, in a block in which it succeeded. */
  deepest: number;
}

export interface Block {
  height: number;
  hash: string;
  timeMs: number;
  txs: readonly { tx: Tx; failed: boolean }[];
}

/** What a node shows: the blocks of its best chain and what waits for one. */
export interface ChainView {
  blocks: readonly Block[];
  pool: ReadonlyMap<string, Tx>;
}

/** The truth about one network: its best chain, what waits, and every transaction that there ever was. */
export class Blockchain implements ChainView {
  blocks: Block[];
  readonly pool = new Map<string, Tx>();
  /** Known to no node any more, and yet somebody may bring it back. */
  readonly dropped = new Map<string, Tx>();
  readonly history = new Map<string, Tx>();
  readonly #placed = new Map<string, { block: Block; failed: boolean }>();
  #hashes = 0;

  constructor(timeMs: number) {
    this.blocks = [{ height: 100, hash: 'genesis', timeMs, txs: [] }];
  }

  get tip(): Block {
    return this.blocks.at(-1) as Block;
  }

  /** The block of the best chain that holds it. */
  placeOf(txId: string): { block: Block; failed: boolean } | undefined {
    return this.#placed.get(txId);
  }

  send(tx: Tx): void {
    this.history.set(tx.id, tx);
    this.pool.set(tx.id, tx);
  }

  drop(tx: Tx): void {
    this.pool.delete(tx.id);
    this.dropped.set(tx.id, tx);
  }

  /** Takes these of the waiting ones, except those whose money another one of the chain has spent. */
  mine(timeMs: number, chosen: Iterable<Tx>, fails: (tx: Tx) => boolean): Block {
    this.#hashes += 1;
    const txs: { tx: Tx; failed: boolean }[] = [];
    for (const tx of chosen) {
      if (this.#placed.has(tx.id) || this.#isSpent(tx, txs)) continue;
      txs.push({ tx, failed: fails(tx) });
    }
    const block = { height: this.tip.height + 1, hash: `h${this.#hashes}`, timeMs, txs };
    this.blocks.push(block);
    for (const { tx, failed } of txs) {
      this.#placed.set(tx.id, { block, failed });
      this.dropped.delete(tx.id);
      this.pool.delete(tx.id);
      for (const other of this.pool.values()) if (sharesSpend(other, tx)) this.pool.delete(other.id);
    }
    for (const [id, place] of this.#placed) {
      const tx = this.history.get(id);
      if (tx && !place.failed) tx.deepest = Math.max(tx.deepest, block.height - place.block.height + 1);
    }
    return block;
  }

  /** Takes the last blocks away; what stood in them waits again. */
  rollBack(depth: number): Tx[] {
    const gone = this.blocks.splice(Math.max(1, this.blocks.length - depth));
    const freed = gone.flatMap(({ txs }) => txs.map(({ tx }) => tx));
    for (const tx of freed) {
      this.#placed.delete(tx.id);
      this.pool.set(tx.id, tx);
    }
    return freed;
  }

  isConflicted(tx: Tx): boolean {
    return this.#isSpent(tx, []);
  }

  #isSpent(tx: Tx, beside: readonly { tx: Tx }[]): boolean {
    if (tx.spends.length === 0) return false;
    if (beside.some(({ tx: other }) => sharesSpend(other, tx))) return true;
    for (const id of this.#placed.keys()) {
      const other = this.history.get(id);
      if (other && other !== tx && sharesSpend(other, tx)) return true;
    }
    return false;
  }
}

const sharesSpend = (one: Tx, other: Tx) => one !== other && one.spends.some((spent) => other.spends.includes(spent));

/** A node that has not heard of the last blocks: what stands in them still waits, as far as it knows. */
export function staleView(chain: Blockchain, blocksBehind: number): ChainView {
  const cut = Math.max(1, chain.blocks.length - blocksBehind);
  const unheard = chain.blocks.slice(cut).flatMap(({ txs }) => txs.map(({ tx }) => [tx.id, tx] as const));
  return { blocks: chain.blocks.slice(0, cut), pool: new Map([...chain.pool, ...unheard]) };
}
