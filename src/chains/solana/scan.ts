import { ChainError } from '../../domain/networks/chain-error.ts';
import type { Transfer } from '../../domain/transfers/transfer.ts';
import type { Scan, Watch } from '../../ports/chain.ts';
import type { AssetBook } from './asset-book.ts';
import { checkPending } from './check-pending.ts';
import { type Following, followWallets } from './follow-wallets.ts';
import { listWork, type Work } from './list-work.ts';
import { mapBounded } from './map-bounded.ts';
import type { Mint } from './read-mint.ts';
import { readTransaction, type Transaction } from './read-transaction.ts';
import { type Reading, readTransfers, revealTokenAccounts } from './read-transfers.ts';
import { type Cursor, markHandled, moveMark, readCursor, writeCursor } from './scan-cursor.ts';
import type { Commitment, SolanaNode, Tip } from './solana-node.ts';
import { WRAPPED_SOL } from './well-known.ts';

const SCAN_TRANSACTIONS_MAX = 200;
const SEEN_TRANSACTIONS_MAX = 200;
const IN_FLIGHT_MAX = 4;
/** About a minute. Nodes behind one address differ by some slots; one that is further behind would show an old world. */
const BEHIND_SLOTS_MAX = 150;

export interface ScanParts {
  node: SolanaNode;
  book: AssetBook;
  mints: ReadonlyMap<string, Mint>;
  /** What was read of transactions that are not final, so that it is not read again with every poll. */
  seen: Map<string, Transaction>;
}

/** Reads on from the cursor: what is final is handled in order and once, what is only confirmed is told of. */
export async function scan(parts: ScanParts, cursorText: string | undefined, watch: Watch): Promise<Scan> {
  const { node, book } = parts;
  const cursor = readCursor(cursorText);
  const wallets = new Set(await watch.addresses());
  // A payer may send SOL as a token by mistake: it pays nothing, and somebody should be told.
  const mints = new Set([...book.byMint.keys(), WRAPPED_SOL]);
  const following = await followWallets(node, cursor, { wallets, mints, nowMs: watch.nowMs });
  const tip = await node.tip();
  if (tip.slot < cursor.tipSlot - BEHIND_SLOTS_MAX)
    throw new ChainError('distrusted', `A Solana node is at slot ${tip.slot}, far behind ${cursor.tipSlot}.`);

  const work = await listWork(node, cursor, { following, sinceMs: watch.sinceMs, tip });
  const final = work.filter(({ finalized }) => finalized);
  const { handled, transactions, fault } = await readFinal(parts, final.slice(0, SCAN_TRANSACTIONS_MAX));
  const seen = fault === undefined ? await readSeen(parts, work) : [];

  const ownerOf = new Map(
    following.flatMap(({ wallet, tokenAccounts }) => tokenAccounts.map((account) => [account, wallet] as const)),
  );
  const reading = { book, mints: parts.mints, wallets, ownerOf, nowMs: watch.nowMs };
  const transfers = [
    ...transactions.flatMap((tx) => readTransfers(tx, { ...reading, final: true })),
    ...seen.flatMap((tx) => readTransfers(tx, { ...reading, final: false })),
  ];
  const pending = await checkPending(node, watch.pending, { work, transfers });
  transfers.push(...(await readUnlisted(parts, pending.unlisted, { ...reading, final: true })));

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
 * Stops before the first transaction that cannot be read. What came before it counts, and the next scan, which begins
 * with it, fails.
 */
async function readFinal(
  { node }: ScanParts,
  work: readonly Work[],
): Promise<{ handled: Work[]; transactions: Transaction[]; fault: unknown }> {
  const handled: Work[] = [];
  const transactions: Transaction[] = [];
  for (let start = 0; start < work.length; start += IN_FLIGHT_MAX) {
    const some = work.slice(start, start + IN_FLIGHT_MAX);
    const results = await Promise.allSettled(some.map((one) => readOne(node, one, 'finalized')));
    for (const [position, result] of results.entries()) {
      const one = some[position];
      if (result.status === 'rejected' || one === undefined) {
        const fault: unknown = result.status === 'rejected' ? result.reason : undefined;
        if (handled.length === 0 || !(fault instanceof ChainError)) throw fault;
        return { handled, transactions, fault };
      }
      handled.push(one);
      transactions.push(result.value);
    }
  }
  return { handled, transactions, fault: undefined };
}

async function readOne(node: SolanaNode, { signature, slot }: Work, commitment: Commitment): Promise<Transaction> {
  const answer = await node.transaction(signature, commitment);
  if (answer === undefined)
    throw new ChainError('distrusted', `The Solana transaction ${signature} is listed and cannot be had.`);
  const tx = readTransaction(signature, answer);
  if (tx.slot !== slot)
    throw new ChainError('distrusted', `The Solana transaction ${signature} is listed in another slot than it is in.`);
  return tx;
}

/** What is confirmed and not final. One that cannot be read yet is left: it will be read, or stop the scan, when it is final. */
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

async function readUnlisted({ node }: ScanParts, signatures: readonly string[], reading: Reading): Promise<Transfer[]> {
  const found: Transfer[] = [];
  for (const signature of signatures) {
    const answer = await node.transaction(signature, 'finalized');
    if (answer !== undefined) found.push(...readTransfers(readTransaction(signature, answer), reading));
  }
  return found;
}

interface Revealed extends Following {
  /** The transactions that have shown a token account which was not followed yet, by that account. */
  added: ReadonlyMap<string, Transaction>;
}

/** Takes up the token accounts that the transactions show and that were not followed yet. */
function reveal(
  transactions: readonly Transaction[],
  following: readonly Following[],
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
    // A closed account is let go once nothing of it is left to handle.
    const kept = tokenAccounts.filter((account) => behind || !closed.has(account) || open.has(account));
    next.wallets[wallet] = { tokenAccounts: kept, askedAtMs };
    for (const account of [wallet, ...kept]) {
      const own = handled.filter(({ accounts }) => accounts.includes(account));
      if (added.has(account))
        next.marks[account] = markHandled(transactions.filter(({ keys }) => keys.includes(account)));
      else if (own.length > 0) next.marks[account] = moveMark(marks[account], own);
      else if (marks[account] !== undefined) next.marks[account] = marks[account];
    }
  }
  return next;
}

/** The chain's own time at the tip, or that of the oldest transaction that is left. */
function scannedUntil(
  rest: readonly Work[],
  revealed: readonly Revealed[],
  { tip, watch }: { tip: Tip; watch: Watch },
): number {
  const open = [...rest, ...revealed.flatMap(({ added }) => [...added.values()])];
  const times = open.map(({ blockTimeMs }) => blockTimeMs ?? watch.sinceMs);
  return times.reduce((earliest, time) => Math.min(earliest, time), Math.min(tip.timeMs, watch.nowMs));
}
