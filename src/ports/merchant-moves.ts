import type { DataStoreId, MerchantId } from '../domain/ids.ts';
import type { AuditEntry } from './audit.ts';

/** A merchant on its way from one data store to another. */
export interface MerchantMove {
  /** A UUID. */
  id: string;
  merchantId: MerchantId;
  /** Undefined is the main database. */
  from: DataStoreId | undefined;
  to: DataStoreId | undefined;
  /** Once switched, the merchant's data is in the new store, and what is left in the old one is waste. */
  state: 'copying' | 'switched';
  startedAtMs: number;
}

/** The moves that have not ended, in the control plane. */
export interface MerchantMoves {
  /** Throws a UserError while `set-store` has paused the merchant. */
  start(move: MerchantMove): Promise<void>;
  find(merchantId: MerchantId): Promise<MerchantMove | undefined>;
  list(): Promise<MerchantMove[]>;
  /** From here on, the merchant is in its new store. Can be repeated. Throws if the move has ended. */
  switch(move: MerchantMove, audit: AuditEntry): Promise<void>;
  end(move: MerchantMove): Promise<void>;
}

/** What a copy did. */
export interface Moved {
  rows: number;
  /** How long writes of the merchant were held. */
  heldMs: number;
}

/** Moves rows of the data plane. Everything that it does can be interrupted at any moment. */
export interface Mover {
  /** One at a time per merchant, until the work ends or the process dies. Throws a UserError if another one runs. */
  exclusively<Result>(merchantId: MerchantId, work: () => Promise<Result>): Promise<Result>;
  /**
   * Copies everything, closes the old store to the merchant, makes the copy visible in the new one, and then calls
   * `onSwitch`, until which writes are held.
   */
  transfer(
    move: MerchantMove,
    follow: { report: (text: string) => void; onSwitch: () => Promise<void> },
  ): Promise<Moved>;
  /**
   * Ends a move that has not closed the old store yet; its copy can no longer arrive. False if the old store is closed.
   * Needs only the old store.
   */
  abandon(move: MerchantMove): Promise<boolean>;
  /** Whether the new store has the copy of this move. Waits for a copy that is just being committed. */
  hasArrived(move: MerchantMove): Promise<boolean>;
  /** Opens the old store again after it was closed and the copy did not arrive. */
  reopen(move: MerchantMove): Promise<void>;
  /** The rules of the data plane that the merchant's data in its new store breaks. */
  listBrokenRules(move: MerchantMove): Promise<string[]>;
  /** Brings calls that were logged in the old store after the switch to the new one, and deletes what is left behind. */
  cleanUp(move: MerchantMove): Promise<void>;
}
