import type { Transaction } from './read-transaction.ts';

export interface Header {
  height: number;
  hash: string;
  timeMs: number;
  /** The median time of the last eleven blocks. Unlike block times, it never decreases. */
  medianTimeMs: number;
}

export interface Block {
  height: number;
  hash: string;
  parentHash: string;
  timeMs: number;
  transactions: readonly Transaction[];
}

export interface Tip {
  height: number;
  hash: string;
  /** Whether the source reports that it is still syncing. */
  syncing: boolean;
}

/** Where the blocks of a chain come from, with every response validated. */
export interface BlockSource {
  tip(): Promise<Tip>;
  bestHash(): Promise<string>;
  hashAt(height: number): Promise<string>;
  /** The hashes at consecutive heights, the lowest first. */
  hashesAt(heights: readonly number[]): Promise<string[]>;
  header(hash: string): Promise<Header>;
  /** Caches the last few blocks, because several databases read the same ones. */
  block(hash: string): Promise<Block>;
}
