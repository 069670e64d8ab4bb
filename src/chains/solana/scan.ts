import { ChainError } from '../../domain/networks/chain-error.ts';
import type { Scan, Watch } from '../../ports/chain.ts';
import type { AssetBook } from './asset-book.ts';
import { checkPending } from './check-pending.ts';
import { listWork } from './list-work.ts';
import { moveCursor } from './move-cursor.ts';
import type { Mint } from './read-mint.ts';
import type { Transaction } from './read-transaction.ts';
import { readTransfers } from './read-transfers.ts';
import { readFinal, readSeen, readUnlisted } from './read-work.ts';
import { type Cursor, handledUntil, readCursor, writeCursor } from './scan-cursor.ts';
import type { SolanaNode, Tip } from './solana-node.ts';
import { WRAPPED_SOL } from './well-known.ts';

/** About a minute. Nodes behind one URL differ by a few slots; one that is further behind returns outdated data. */
const BEHIND_SLOTS_MAX = 150;
/** A wallet that is further behind than the others lags alone. */
const LAG_MS_MAX = 10_000;

export interface ScanParts {
  node: SolanaNode;
  book: AssetBook;
  mints: ReadonlyMap<string, Mint>;
  /** Caches transactions that are not final, so they are not fetched again with every scan. */
  seen: Map<string, Transaction>;
}

/**
 * Handles final transactions exactly once and the oldest of each account first, and returns confirmed ones as pending. A
 * scan makes a limited number of calls. Wallets share them: one with much to read, or one that cannot be read, delays no
 * other. The cursor says where the next scan continues.
 */
export async function scan(parts: ScanParts, cursorText: string | undefined, watch: Watch): Promise<Scan> {
  const { node, book, seen } = parts;
  const cursor = readCursor(cursorText);
  const addresses = await watch.addresses();
  const tip = await node.tip();
  checkTip(cursor, tip);
  // Payers may send wrapped SOL by mistake. It pays nothing, but the merchant should know.
  const mints = new Set([...book.byMint.keys(), WRAPPED_SOL]);
  const work = await listWork(node, cursor, { addresses, mints, watch, tip });

  const ownerOf = new Map(
    [...Object.entries(cursor.wallets), ...work.wallets.map((one) => [one.wallet, one] as const)].flatMap(
      ([wallet, { tokenAccounts }]) => tokenAccounts.map((account) => [account, wallet] as const),
    ),
  );
  const context = { book, mints: parts.mints, wallets: new Set(addresses), ownerOf, nowMs: watch.nowMs, final: true };
  const { handled, faults, error } = await readFinal(node, work.wallets, context);
  const unreadable = new Map([...work.faults, ...faults]);
  const stop = error ?? (unreadable.size === addresses.length ? [...unreadable.values()][0] : undefined);
  if (stop !== undefined && handled.size === 0) throw stop;
  const open = error === undefined ? await readSeen(node, work.wallets, seen) : [];

  const listed = work.wallets.flatMap(({ listings }) => [...listings.values()].flatMap((one) => one.listed));
  const transfers = [
    ...[...handled.values()].flatMap((read) => read.transfers),
    ...open.flatMap((tx) => readTransfers(tx, { ...context, final: false })),
  ];
  const pending = await checkPending(node, error === undefined ? watch.pending : [], { listed, transfers });
  // A payment that was seen is followed to its end, even if its wallet is no longer watched.
  transfers.push(...(await readUnlisted(node, pending.unlisted, { ...context, wallets: undefined })));

  const read = [...[...handled.values()].map(({ transaction }) => transaction), ...open];
  const moved = moveCursor(cursor, { addresses, mints, work, handled, faults, read, watch, tip });
  return {
    rolledBackTo: undefined,
    transfers: transfers.sort((a, b) => (a.blockHeight ?? tip.slot + 1) - (b.blockHeight ?? tip.slot + 1)),
    replaced: pending.replaced,
    missing: pending.missing,
    cursor: writeCursor(moved.cursor),
    tipHeight: tip.slot,
    tipTimeMs: tip.timeMs,
    // Only finalized slots are read.
    finalizedHeight: tip.slot,
    ...scannedUntil(moved.cursor, addresses, Math.min(tip.timeMs, watch.nowMs)),
    unreadable: [...unreadable.values()],
    behind: moved.behind,
  };
}

function checkTip({ tipSlot }: Cursor, tip: Tip): void {
  if (tip.slot < tipSlot - BEHIND_SLOTS_MAX)
    throw new ChainError(
      'distrusted',
      `A Solana node is at slot ${tip.slot}, far behind slot ${tipSlot}. Check whether it is syncing.`,
    );
}

/** The chain's time at the tip, or what the slowest of the wallets that keep up with the fastest has reached. */
function scannedUntil(
  cursor: Cursor,
  addresses: readonly string[],
  tipMs: number,
): Pick<Scan, 'scannedUntilMs' | 'lagging'> {
  const times = addresses.map((address) => ({
    address,
    scannedUntilMs: Math.min(tipMs, handledUntil(cursor, address)),
  }));
  const fastestMs = Math.max(...times.map(({ scannedUntilMs }) => scannedUntilMs));
  const isSlow = (one: { scannedUntilMs: number }) => one.scannedUntilMs < fastestMs - LAG_MS_MAX;
  const others = times.filter((one) => !isSlow(one)).map(({ scannedUntilMs }) => scannedUntilMs);
  return { scannedUntilMs: Math.min(tipMs, ...others), lagging: times.filter(isSlow) };
}
