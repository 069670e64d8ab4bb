import { ChainError } from '../../domain/networks/chain-error.ts';
import type { Tip } from './solana-node.ts';

/** Less than a slot has ever taken, so that a time gives a slot that is never too new. */
const SLOT_MS_MIN = 100;
/** Block times are agreed on by validators and may differ from our clock. */
export const CLOCK_SLACK_MS = 60_000;

/** An entry of an account's list, below which reading can continue. */
export interface Place {
  signature: string;
  slot: number;
}

/** Up to where the transactions of one account were handled. Cursors of the version before have only floor and done. */
export interface Mark {
  /** The first slot that is read again. Everything below it was handled, or is too old to matter. */
  floor: number;
  /** Transactions handled from the floor on, with their slots. */
  done: Record<string, number>;
  /** What was sent before this time does not matter. */
  sinceMs?: number | undefined;
  /** Everything sent before this time was handled. */
  untilMs?: number | undefined;
  /** Places in a list that is too long for one scan, newest first. The part below the last one is handled first. */
  trail?: readonly Place[] | undefined;
}

export interface WalletAccounts {
  tokenAccounts: readonly string[];
  /** When the token accounts were last queried. */
  askedAtMs: number;
  /** The account that the next scan begins with, if the last one did not reach all. */
  next?: string | undefined;
}

export interface Cursor {
  tipSlot: number;
  wallets: Record<string, WalletAccounts>;
  /** By account. */
  marks: Record<string, Mark>;
  /** The wallet that the next scan begins with, if the last one did not reach all. */
  next?: string | undefined;
}

export function readCursor(text: string | undefined): Cursor {
  if (text === undefined) return { tipSlot: 0, wallets: {}, marks: {} };
  try {
    const { tipSlot, wallets, marks, next } = JSON.parse(text) as Partial<Cursor>;
    if (typeof tipSlot === 'number' && typeof wallets === 'object' && typeof marks === 'object')
      return { tipSlot, wallets, marks, next };
  } catch {
    // Invalid JSON is reported like JSON of the wrong shape.
  }
  throw new ChainError('distrusted', 'The cursor of the Solana scan is invalid.');
}

export const writeCursor = (cursor: Cursor): string => JSON.stringify(cursor);

/** The mark of an account that is read from a time on. Some of its transactions may have been handled before. */
export function beginMark(sinceMs: number, tip: Tip, handled: readonly Place[] = []): Mark {
  const slots = Math.ceil((Math.max(0, tip.timeMs - sinceMs) + CLOCK_SLACK_MS) / SLOT_MS_MIN);
  const done = Object.fromEntries(handled.map(({ signature, slot }) => [signature, slot]));
  return { floor: Math.max(0, tip.slot - slots), done, sinceMs };
}

/** Up to when everything sent to a wallet was handled. */
export function handledUntil({ wallets, marks }: Cursor, wallet: string): number {
  const accounts = [wallet, ...(wallets[wallet]?.tokenAccounts ?? [])];
  return Math.min(...accounts.map((account) => marks[account]?.untilMs ?? marks[account]?.sinceMs ?? 0));
}
