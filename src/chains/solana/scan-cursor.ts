import { ChainError } from '../../domain/networks/chain-error.ts';

/**
 * A node may list a transaction after a newer one, because its index lags or another node answers. So the last slots are
 * always read again, and transactions handled before are recognized by their signature.
 */
const OVERLAP_SLOTS = 32;

/** Up to where the transactions of one account were handled. */
export interface Mark {
  /** The first slot that is read again. Everything below it was handled. */
  floor: number;
  /** Transactions handled from the floor on, with their slots. */
  done: Record<string, number>;
}

export interface WalletAccounts {
  tokenAccounts: readonly string[];
  /** When the token accounts were last queried. */
  askedAtMs: number;
}

export interface Cursor {
  tipSlot: number;
  wallets: Record<string, WalletAccounts>;
  /** By account. An account without a mark is read from the time of the first target on. */
  marks: Record<string, Mark>;
}

export function readCursor(text: string | undefined): Cursor {
  if (text === undefined) return { tipSlot: 0, wallets: {}, marks: {} };
  try {
    const { tipSlot, wallets, marks } = JSON.parse(text) as Partial<Cursor>;
    if (typeof tipSlot === 'number' && typeof wallets === 'object' && typeof marks === 'object')
      return { tipSlot, wallets, marks };
  } catch {
    // Invalid JSON is reported like JSON of the wrong shape.
  }
  throw new ChainError('distrusted', 'The cursor of the Solana scan is invalid.');
}

export const writeCursor = (cursor: Cursor): string => JSON.stringify(cursor);

interface Handled {
  signature: string;
  slot: number;
}

/** Records handled transactions, which must be passed oldest first over all calls. */
export function moveMark(mark: Mark | undefined, handled: readonly Handled[]): Mark {
  const newest = handled.reduce((slot, other) => Math.max(slot, other.slot), 0);
  const floor = Math.max(mark?.floor ?? 0, newest - OVERLAP_SLOTS);
  const done = { ...mark?.done, ...markHandled(handled).done };
  return { floor, done: Object.fromEntries(Object.entries(done).filter(([, slot]) => slot >= floor)) };
}

/** The mark of an account whose list was not read yet, although some of its transactions were handled. */
export function markHandled(handled: readonly Handled[]): Mark {
  return { floor: 0, done: Object.fromEntries(handled.map(({ signature, slot }) => [signature, slot])) };
}
