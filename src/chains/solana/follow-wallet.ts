import type { WalletAccounts } from './scan-cursor.ts';
import type { SolanaNode } from './solana-node.ts';

/**
 * Creating an associated token account names the wallet, so the wallet's transactions reveal it. Only accounts created
 * in another way have to be queried, and not often.
 */
export const REFRESH_MS = 300_000;

/** A wallet and its token accounts in one scan. */
export interface FollowedWallet extends WalletAccounts {
  wallet: string;
  /** Token accounts that no longer exist. */
  closed: ReadonlySet<string>;
  calls: number;
}

interface Order {
  wallet: string;
  mints: ReadonlySet<string>;
  nowMs: number;
}

/** Combines the known token accounts of a wallet with those of the node, if it is time to query them again. */
export async function followWallet(
  node: SolanaNode,
  before: WalletAccounts | undefined,
  { wallet, mints, nowMs }: Order,
): Promise<FollowedWallet> {
  if (before !== undefined && Math.abs(nowMs - before.askedAtMs) < REFRESH_MS)
    return { wallet, ...before, closed: new Set<string>(), calls: 0 };
  const found: string[] = [];
  for (const mint of mints) found.push(...(await node.tokenAccountsOf(wallet, mint)));
  const known = before?.tokenAccounts ?? [];
  return {
    wallet,
    askedAtMs: nowMs,
    tokenAccounts: [...new Set([...known, ...found])],
    next: before?.next,
    closed: new Set(known.filter((account) => !found.includes(account))),
    calls: mints.size,
  };
}

/**
 * When a token account can have become the wallet's: after the last query without it, with time for a node that is behind.
 * Anyone can make a wallet the owner of a busy account, and what that account received before is not the wallet's.
 */
export const ownedSince = (askedAtMs: number): number => askedAtMs - REFRESH_MS;
