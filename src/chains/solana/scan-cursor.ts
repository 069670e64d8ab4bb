import { ChainError } from '../../domain/networks/chain-error.ts';

/**
 * A node may list a transaction later than a newer one: its index lags, or another node answers. So this many slots
 * are always read again, and what was handled in them is known by its signature.
 */
const OVERLAP_SLOTS = 32;

/** How far the transactions of one account were handled. */
export interface Mark {
  /** The lowest slot that is read again: whatever is below it was handled. */
  floor: number;
  /** Those handled from there on, each with its slot. */
  done: Record<string, number>;
}

/** What is read for one wallet. */
export interface Followed {
  tokenAccounts: readonly string[];
  /** When the node was last asked for all token accounts. */
  askedAtMs: number;
}

export interface Cursor {
  tipSlot: number;
  wallets: Record<string, Followed>;
  /** By account: wallets and token accounts. An account without a mark begins with the earliest place. */
  marks: Record<string, Mark>;
}

export function readCursor(text: string | undefined): Cursor {
  if (text === undefined) return { tipSlot: 0, wallets: {}, marks: {} };
  try {
    const { tipSlot, wallets, marks } = JSON.parse(text) as Partial<Cursor>;
    if (typeof tipSlot === 'number' && typeof wallets === 'object' && typeof marks === 'object')
      return { tipSlot, wallets, marks };
  } catch {
    // What is no JSON is as unreadable as JSON of another form.
  }
  throw new ChainError('distrusted', 'The cursor of the Solana scan cannot be read.');
}

export const writeCursor = (cursor: Cursor): string => JSON.stringify(cursor);

interface Handled {
  signature: string;
  slot: number;
}

/** What was handled of an account's list. It must come oldest first, over all calls together. */
export function moveMark(mark: Mark | undefined, handled: readonly Handled[]): Mark {
  const newest = handled.reduce((slot, other) => Math.max(slot, other.slot), 0);
  const floor = Math.max(mark?.floor ?? 0, newest - OVERLAP_SLOTS);
  const done = { ...mark?.done, ...markHandled(handled).done };
  return { floor, done: Object.fromEntries(Object.entries(done).filter(([, slot]) => slot >= floor)) };
}

/** The mark of an account whose list was not read yet, while some of what must stand in it was handled already. */
export function markHandled(handled: readonly Handled[]): Mark {
  return { floor: 0, done: Object.fromEntries(handled.map(({ signature, slot }) => [signature, slot])) };
}
