import type { ChainError } from '../../domain/networks/chain-error.ts';
import type { Watch } from '../../ports/chain.ts';
import { ownedSince } from './follow-wallet.ts';
import type { WalletWork, WorkList } from './list-work.ts';
import { moveMark } from './move-mark.ts';
import type { Transaction } from './read-transaction.ts';
import { revealTokenAccounts } from './read-transfers.ts';
import { beginMark, type Cursor, type Mark } from './scan-cursor.ts';
import type { Tip } from './solana-node.ts';

interface Progress {
  addresses: readonly string[];
  mints: ReadonlySet<string>;
  work: WorkList;
  /** The final transactions that were read, by signature. */
  handled: ReadonlyMap<string, unknown>;
  /** Wallets that were read only in part. */
  faults: ReadonlyMap<string, ChainError>;
  /** All transactions that were read. */
  read: readonly Transaction[];
  watch: Watch;
  tip: Tip;
}

/** The cursor after a scan, and whether there is more to read right away. Wallets that are not watched are dropped. */
export function moveCursor(before: Cursor, progress: Progress): { cursor: Cursor; behind: boolean } {
  const { addresses, work, tip } = progress;
  const cursor: Cursor = { tipSlot: Math.max(tip.slot, before.tipSlot), wallets: {}, marks: {}, next: work.next };
  const listed = new Set(work.wallets.map(({ wallet }) => wallet));
  for (const wallet of addresses) {
    const known = before.wallets[wallet];
    if (listed.has(wallet) || known === undefined) continue;
    cursor.wallets[wallet] = known;
    for (const account of [wallet, ...known.tokenAccounts]) {
      const mark = before.marks[account];
      if (mark !== undefined) cursor.marks[account] = mark;
    }
  }
  const behind = work.wallets.map((one) => moveWallet(cursor, before, one, progress));
  return { cursor, behind: work.next !== undefined || behind.includes(true) };
}

/** Writes what is known of a wallet into the cursor. True if there is more to read. */
function moveWallet(cursor: Cursor, before: Cursor, one: WalletWork, progress: Progress): boolean {
  const { wallet, tokenAccounts, askedAtMs, next, marks, listings, closed } = one;
  const { handled, faults, watch, tip } = progress;
  const isHandled = (signature: string) => handled.has(signature);
  const isOpen = (account: string) =>
    listings.get(account)?.listed.some(({ signature }) => !isHandled(signature)) ?? true;
  const added = reveal(before, one, progress);
  const isProgress = [...listings.values()].some(({ listed }) => listed.some((entry) => isHandled(entry.signature)));
  const isRest = [...listings.values()].some(
    ({ listed, isWhole }) => !isWhole || listed.some(({ finalized, signature }) => finalized && !isHandled(signature)),
  );
  const behind = next !== undefined || added.size > 0 || (isRest && (isProgress || !faults.has(wallet)));
  // A closed account is dropped once it has no open transactions.
  const remaining = tokenAccounts.filter((account) => behind || !closed.has(account) || isOpen(account));
  cursor.wallets[wallet] = { tokenAccounts: [...remaining, ...added.keys()], askedAtMs, next };
  for (const account of [wallet, ...remaining]) {
    const mark = marks.get(account) as Mark;
    const listing = listings.get(account);
    cursor.marks[account] = listing ? moveMark(mark, listing, isHandled, Math.min(tip.timeMs, watch.nowMs)) : mark;
  }
  for (const [account, mark] of added) cursor.marks[account] = mark;
  return behind;
}

/** Token accounts that transactions revealed, with their marks. */
function reveal(before: Cursor, one: WalletWork, { mints, read, handled, tip }: Progress): Map<string, Mark> {
  const asked = before.wallets[one.wallet];
  const added = new Map<string, Mark>();
  for (const tx of read) {
    for (const { owner, account } of revealTokenAccounts(tx, mints)) {
      if (owner !== one.wallet || one.tokenAccounts.includes(account) || added.has(account)) continue;
      const timeMs = tx.blockTimeMs ?? tip.timeMs;
      // The version before did not record when a wallet is read from.
      const sinceMs = one.marks.get(one.wallet)?.sinceMs ?? ownedSince(timeMs);
      // A transaction from before the last query reveals an account that was closed since.
      const isNew = asked !== undefined && timeMs >= asked.askedAtMs;
      const own = read.filter(({ signature, keys }) => handled.has(signature) && keys.includes(account));
      const mark = beginMark(isNew ? Math.max(sinceMs, ownedSince(asked.askedAtMs)) : sinceMs, tip, own);
      added.set(account, { ...mark, untilMs: timeMs });
    }
  }
  return added;
}
