import { ChainError } from '../../domain/networks/chain-error.ts';
import type { Transfer } from '../../domain/transfers/transfer.ts';
import type { Scan, Watch } from '../../ports/chain.ts';
import type { AssetBook } from './asset-book.ts';
import { checkPending } from './check-pending.ts';
import { type FollowedWallet, followWallets } from './follow-wallets.ts';
import { listWork, type Work } from './list-work.ts';
import { mapBounded } from './map-bounded.ts';
import type { Mint } from './read-mint.ts';
import { readTransaction, type Transaction } from './read-transaction.ts';
import { type ReadContext, readTransfers, revealTokenAccounts } from './read-transfers.ts';
import { type Cursor, markHandled, moveMark, readCursor, writeCursor } from './scan-cursor.ts';
import type { Commitment, SolanaNode, Tip } from './solana-node.ts';
import { WRAPPED_SOL } from './well-known.ts';

const SCAN_TRANSACTIONS_MAX = 200;
const SEEN_TRANSACTIONS_MAX = 200;
const IN_FLIGHT_MAX = 4;
/** About a minute. Nodes behind one URL differ by a few slots; one that is further behind returns outdated data. */
const BEHIND_SLOTS_MAX = 150;

export interface ScanParts {
  node: SolanaNode;
  book: AssetBook;
  mints: ReadonlyMap<string, Mint>;
  /** Caches transactions that are not final, so they are not fetched again with every scan. */
  seen: Map<string, Transaction>;
}

/** Handles final transactions in order and exactly once, and returns confirmed ones as pending. */
export async function scan(parts: ScanParts, cursorText: string | undefined, watch: Watch): Promise<Scan> {
  const { node, book } = parts;
  const cursor = readCursor(cursorText);
  const wallets = new Set(await watch.addresses());
  // Payers may send wrapped SOL by mistake. It pays nothing, but the merchant should know.
  const mints = new Set([...book.byMint.keys(), WRAPPED_SOL]);
  const following = await followWallets(node, cursor, { wallets, mints, nowMs: watch.nowMs });
  const tip = await node.tip();
  if (tip.slot < cursor.tipSlot - BEHIND_SLOTS_MAX)
    throw new ChainError(
      'distrusted',
      `A Solana node is at slot ${tip.slot}, far behind slot ${cursor.tipSlot}. Check whether it is syncing.`,
    );

  const work = await listWork(node, cursor, { following, sinceMs: watch.sinceMs, tip });
  const final = work.filter(({ finalized }) => finalized);
  const { handled, transactions, error } = await readFinal(parts, final.slice(0, SCAN_TRANSACTIONS_MAX));
  const seen = error === undefined ? await readSeen(parts, work) : [];

  const ownerOf = new Map(
    following.flatMap(({ wallet, tokenAccounts }) => tokenAccounts.map((account) => [account, wallet] as const)),
  );
  const context = { book, mints: parts.mints, wallets, ownerOf, nowMs: watch.nowMs };
  const transfers = [
    ...transactions.flatMap((tx) => readTransfers(tx, { ...context, final: true })),
    ...seen.flatMap((tx) => readTransfers(tx, { ...context, final: false })),
  ];
  const pending = await checkPending(node, watch.pending, { work, transfers });
  transfers.push(...(await readUnlisted(parts, pending.unlisted, { ...context, final: true })));

  const revealed = reveal([...transactions, ...seen], following, mints);
  const rest = final.slice(handled.length);
  const behind = rest.length > 0 || revealed.some(({ added }) => added.size > 0);
  const progress = { following: revealed, work, handled, transactions, behind };
  return {
    rolledBackTo: undefined,
    transfers,
    replaced: pending.replaced,
    missing: pending.missing,
    cursor: writeCursor(moveCursor(Math.max(tip.slot, cursor.tipSlot), cursor.marks, progress)),
    tipHeight: tip.slot,
    // Only finalized slots are read.
    finalizedHeight: tip.slot,
    scannedUntilMs: scannedUntil(rest, revealed, { tip, watch }),
    behind,
  };
}

/**
 * Stops before the first transaction that cannot be read. The ones before it count, and the next scan fails, because it
 * starts with that transaction.
 */
async function readFinal(
  { node }: ScanParts,
  work: readonly Work[],
): Promise<{ handled: Work[]; transactions: Transaction[]; error: unknown }> {
  const handled: Work[] = [];
  const transactions: Transaction[] = [];
  for (let start = 0; start < work.length; start += IN_FLIGHT_MAX) {
    const some = work.slice(start, start + IN_FLIGHT_MAX);
    const results = await Promise.allSettled(some.map((one) => readOne(node, one, 'finalized')));
    for (const [position, result] of results.entries()) {
      const one = some[position];
      if (result.status === 'rejected' || one === undefined) {
        const error: unknown = result.status === 'rejected' ? result.reason : undefined;
        if (handled.length === 0 || !(error instanceof ChainError)) throw error;
        return { handled, transactions, error };
      }
      handled.push(one);
      transactions.push(result.value);
    }
  }
  return { handled, transactions, error: undefined };
}

async function readOne(node: SolanaNode, { signature, slot }: Work, commitment: Commitment): Promise<Transaction> {
  const response = await node.transaction(signature, commitment);
  if (response === undefined)
    throw new ChainError('distrusted', `The Solana transaction ${signature} is listed, but the node cannot return it.`);
  const tx = readTransaction(signature, response);
  if (tx.slot !== slot)
    throw new ChainError('distrusted', `The Solana transaction ${signature} is in another slot than the one listed.`);
  return tx;
}

/** Reads transactions that are not final. One that cannot be read is skipped until it is final; then it stops the scan. */
async function readSeen({ node, seen }: ScanParts, work: readonly Work[]): Promise<Transaction[]> {
  const open = work.filter(({ finalized }) => !finalized).slice(0, SEEN_TRANSACTIONS_MAX);
  const signatures = new Set(open.map(({ signature }) => signature));
  for (const signature of seen.keys()) if (!signatures.has(signature)) seen.delete(signature);
  await mapBounded(open, IN_FLIGHT_MAX, async (one) => {
    // The same transaction may come back in another slot after a fork.
    if (seen.get(one.signature)?.slot === one.slot) return;
    seen.delete(one.signature);
    try {
      seen.set(one.signature, await readOne(node, one, 'confirmed'));
    } catch (error) {
      if (!(error instanceof ChainError) || error.kind === 'away') throw error;
    }
  });
  return open.flatMap(({ signature }) => seen.get(signature) ?? []);
}

async function readUnlisted(
  { node }: ScanParts,
  signatures: readonly string[],
  context: ReadContext,
): Promise<Transfer[]> {
  const found: Transfer[] = [];
  for (const signature of signatures) {
    const response = await node.transaction(signature, 'finalized');
    if (response !== undefined) found.push(...readTransfers(readTransaction(signature, response), context));
  }
  return found;
}

interface Revealed extends FollowedWallet {
  /** New token accounts, with the transaction that revealed them. */
  added: ReadonlyMap<string, Transaction>;
}

/** Adds token accounts that transactions revealed. */
function reveal(
  transactions: readonly Transaction[],
  following: readonly FollowedWallet[],
  mints: ReadonlySet<string>,
): Revealed[] {
  return following.map((one) => {
    const added = new Map<string, Transaction>();
    for (const tx of transactions)
      for (const { owner, account } of revealTokenAccounts(tx, mints))
        if (owner === one.wallet && !one.tokenAccounts.includes(account) && !added.has(account)) added.set(account, tx);
    return { ...one, tokenAccounts: [...one.tokenAccounts, ...added.keys()], added };
  });
}

interface Progress {
  following: readonly Revealed[];
  work: readonly Work[];
  handled: readonly Work[];
  transactions: readonly Transaction[];
  behind: boolean;
}

function moveCursor(tipSlot: number, marks: Cursor['marks'], progress: Progress): Cursor {
  const { following, work, handled, transactions, behind } = progress;
  const open = new Set(work.filter(({ finalized }) => !finalized).flatMap(({ accounts }) => accounts));
  const next: Cursor = { tipSlot, wallets: {}, marks: {} };
  for (const { wallet, tokenAccounts, askedAtMs, closed, added } of following) {
    // A closed account is dropped once it has no open transactions.
    const remaining = tokenAccounts.filter((account) => behind || !closed.has(account) || open.has(account));
    next.wallets[wallet] = { tokenAccounts: remaining, askedAtMs };
    for (const account of [wallet, ...remaining]) {
      const own = handled.filter(({ accounts }) => accounts.includes(account));
      if (added.has(account))
        next.marks[account] = markHandled(transactions.filter(({ keys }) => keys.includes(account)));
      else if (own.length > 0) next.marks[account] = moveMark(marks[account], own);
      else if (marks[account] !== undefined) next.marks[account] = marks[account];
    }
  }
  return next;
}

/** The chain's time at the tip, or the time of the oldest open transaction. */
function scannedUntil(
  rest: readonly Work[],
  revealed: readonly Revealed[],
  { tip, watch }: { tip: Tip; watch: Watch },
): number {
  const open = [...rest, ...revealed.flatMap(({ added }) => [...added.values()])];
  const times = open.map(({ blockTimeMs }) => blockTimeMs ?? watch.sinceMs);
  return times.reduce((earliest, time) => Math.min(earliest, time), Math.min(tip.timeMs, watch.nowMs));
}
