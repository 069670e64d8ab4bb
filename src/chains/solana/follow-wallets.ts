import { mapBounded } from './map-bounded.ts';
import type { Cursor, WalletAccounts } from './scan-cursor.ts';
import type { SolanaNode } from './solana-node.ts';

/**
 * Creating an associated token account names the wallet, so the wallet's transactions reveal it. Only accounts created
 * in another way have to be queried, and not often.
 */
const REFRESH_MS = 300_000;
const IN_FLIGHT_MAX = 4;

/** A wallet and its token accounts in one scan. */
export interface FollowedWallet extends WalletAccounts {
  wallet: string;
  /** Token accounts that no longer exist. */
  closed: ReadonlySet<string>;
}

/** Combines the known token accounts of each wallet with those of the node, if it is time to query them again. */
export async function followWallets(
  node: SolanaNode,
  cursor: Cursor,
  { wallets, mints, nowMs }: { wallets: ReadonlySet<string>; mints: ReadonlySet<string>; nowMs: number },
): Promise<FollowedWallet[]> {
  return mapBounded([...wallets], IN_FLIGHT_MAX, async (wallet) => {
    const before = cursor.wallets[wallet];
    if (before !== undefined && Math.abs(nowMs - before.askedAtMs) < REFRESH_MS)
      return { wallet, ...before, closed: new Set<string>() };
    const found: string[] = [];
    for (const mint of mints) found.push(...(await node.tokenAccountsOf(wallet, mint)));
    const known = before?.tokenAccounts ?? [];
    return {
      wallet,
      askedAtMs: nowMs,
      tokenAccounts: [...new Set([...known, ...found])],
      closed: new Set(known.filter((account) => !found.includes(account))),
    };
  });
}
