import type { ChainError } from '../../domain/networks/chain-error.ts';
import type { Transfer } from '../../domain/transfers/transfer.ts';
import type { Lag, Watch } from '../../ports/chain.ts';
import type { MempoolCursor } from './cursor.ts';

/** Reads transactions that are in no block yet. */
export interface MempoolReader {
  /** The cursor is that of the last scan whose result was recorded. What was read after it is read again. */
  read(cursor: MempoolCursor | undefined, order: MempoolOrder): Promise<MempoolRead>;
}

export interface MempoolOrder {
  watch: Watch;
  /** The transactions of the blocks that this scan read. */
  inBlock: ReadonlySet<string>;
  /** Pending transactions that are in no block. */
  waiting: readonly string[];
  /** The time of the last block that was read. */
  blocksUntilMs: number;
}

export interface MempoolRead {
  transfers: Transfer[];
  /** Those of the waiting transactions that are unknown. */
  missing: string[];
  cursor: MempoolCursor;
  /** Everything sent before this time has been seen, except to addresses that lag; undefined if that is not certain. */
  untilMs: number | undefined;
  lagging?: readonly Lag[];
  unreadable?: readonly ChainError[];
  /** Whether there is more to read right away. */
  more: boolean;
}
