import { ChainError } from '../../domain/networks/chain-error.ts';
import type { Watch } from '../../ports/chain.ts';
import { type FollowedWallet, followWallet, ownedSince } from './follow-wallet.ts';
import { type Listing, listNew } from './list-new.ts';
import { beginMark, type Cursor, type Mark } from './scan-cursor.ts';
import type { SolanaNode, Tip } from './solana-node.ts';

const IN_FLIGHT_MAX = 4;
/** All wallets that these calls do not reach are listed in the next scans. */
const SCAN_CALLS_MAX = 100;
/** A wallet's share of a scan, for all its accounts. Longer lists are read in several scans. */
const WALLET_PAGES_MAX = 10;
/** Less would read the same page of a busy account again and again, because its last slots are always listed again. */
const ACCOUNT_PAGES_MIN = 3;

/** What one scan lists for one wallet. */
export interface WalletWork extends FollowedWallet {
  /** Of all its accounts. */
  marks: ReadonlyMap<string, Mark>;
  /** By account; without those that the next scan begins with. */
  listings: ReadonlyMap<string, Listing>;
}

export interface WorkList {
  wallets: WalletWork[];
  /** Wallets that cannot be read, with the reason. */
  faults: Map<string, ChainError>;
  /** The first wallet that was not reached. */
  next: string | undefined;
}

interface Order {
  addresses: readonly string[];
  mints: ReadonlySet<string>;
  watch: Watch;
  tip: Tip;
}

/** Lists the new transactions of the wallets, from the one on that the last scan did not reach. */
export async function listWork(node: SolanaNode, cursor: Cursor, order: Order): Promise<WorkList> {
  const all = order.addresses.toSorted();
  const first = all.findIndex((wallet) => wallet >= (cursor.next ?? ''));
  const queue = all.slice(Math.max(0, first));
  const work: WorkList = { wallets: [], faults: new Map(), next: undefined };
  let calls = 0;
  for (let start = 0; start < queue.length; start += IN_FLIGHT_MAX) {
    if (calls >= SCAN_CALLS_MAX) return { ...work, next: queue[start] };
    const some = queue.slice(start, start + IN_FLIGHT_MAX);
    const results = await Promise.allSettled(some.map((wallet) => listWallet(node, cursor, wallet, order)));
    for (const [position, wallet] of some.entries()) {
      const result = results[position] as PromiseSettledResult<WalletWork>;
      if (result.status === 'fulfilled') {
        work.wallets.push(result.value);
        calls += result.value.calls;
      } else {
        const error: unknown = result.reason;
        if (!(error instanceof ChainError) || error.kind === 'away') throw error;
        work.faults.set(wallet, error);
        calls += 1;
      }
    }
  }
  return work;
}

async function listWallet(node: SolanaNode, cursor: Cursor, wallet: string, order: Order): Promise<WalletWork> {
  const { mints, watch, tip } = order;
  const followed = await followWallet(node, cursor.wallets[wallet], { wallet, mints, nowMs: watch.nowMs });
  const marks = await beginMarks(cursor, followed, order);
  const accounts = [wallet, ...followed.tokenAccounts];
  const listings = new Map<string, Listing>();
  let pages = 0;
  for (const account of accounts.slice(Math.max(0, accounts.indexOf(followed.next ?? wallet)))) {
    if (pages >= WALLET_PAGES_MAX)
      return { ...followed, marks, listings, calls: followed.calls + pages, next: account };
    const mark = marks.get(account) as Mark;
    const sinceMs = Math.max(mark.sinceMs ?? 0, watch.sinceMs);
    const pagesMax = Math.max(ACCOUNT_PAGES_MIN, WALLET_PAGES_MAX - pages);
    const listing = await listNew(node, account, { mark, sinceMs, tip, pagesMax });
    listings.set(account, listing);
    pages += listing.pages;
  }
  return { ...followed, marks, listings, calls: followed.calls + pages, next: undefined };
}

/**
 * The marks of a wallet's accounts. Reading an account begins when its wallet's first target was assigned, or when the
 * account can have become the wallet's. The version before left accounts without transactions unmarked, and marked those
 * that a transaction revealed with a floor of zero.
 */
async function beginMarks(
  cursor: Cursor,
  { wallet, tokenAccounts }: FollowedWallet,
  { watch, tip }: Order,
): Promise<Map<string, Mark>> {
  const before = cursor.wallets[wallet];
  const marks = new Map<string, Mark>();
  let sinceMs: number | undefined;
  for (const account of [wallet, ...tokenAccounts]) {
    const known = cursor.marks[account];
    if (known !== undefined && (known.floor > 0 || known.sinceMs !== undefined)) {
      marks.set(account, known);
      continue;
    }
    sinceMs ??= await watch.sinceOf(wallet);
    const isNew = before !== undefined && account !== wallet && !before.tokenAccounts.includes(account);
    const begun = beginMark(isNew ? Math.max(sinceMs, ownedSince(before.askedAtMs)) : sinceMs, tip);
    marks.set(account, { ...begun, done: known?.done ?? {} });
  }
  return marks;
}
