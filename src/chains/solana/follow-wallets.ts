import { mapBounded } from './map-bounded.ts';
import type { Cursor, Followed } from './scan-cursor.ts';
import type { SolanaNode } from './solana-node.ts';

/**
 * An associated token account cannot come into being without naming the wallet, so that the wallet's own list shows
 * it. Only one that somebody makes in another way has to be asked for, and now and then is enough.
 */
const ASK_EVERY_MS = 300_000;
const IN_FLIGHT_MAX = 4;

/** A wallet with its token accounts, as they are followed in one scan. */
export interface Following extends Followed {
  wallet: string;
  /** Those that are there no more. */
  closed: ReadonlySet<string>;
}

/** What is followed for each wallet: what was followed before, and what the node has now where it is time to ask. */
export async function followWallets(
  node: SolanaNode,
  cursor: Cursor,
  { wallets, mints, nowMs }: { wallets: ReadonlySet<string>; mints: ReadonlySet<string>; nowMs: number },
): Promise<Following[]> {
  return mapBounded([...wallets], IN_FLIGHT_MAX, async (wallet) => {
    const before = cursor.wallets[wallet];
    if (before !== undefined && Math.abs(nowMs - before.askedAtMs) < ASK_EVERY_MS)
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
