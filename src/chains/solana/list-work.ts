import type { FollowedWallet } from './follow-wallets.ts';
import { listNew } from './list-new.ts';
import { mapBounded } from './map-bounded.ts';
import type { Cursor } from './scan-cursor.ts';
import type { Listed, SolanaNode, Tip } from './solana-node.ts';

const IN_FLIGHT_MAX = 4;

/** A transaction that was not handled yet, and the accounts that list it. */
export interface Work extends Listed {
  accounts: string[];
}

/** The new transactions of all accounts, without duplicates, oldest first. */
export async function listWork(
  node: SolanaNode,
  cursor: Cursor,
  { following, sinceMs, tip }: { following: readonly FollowedWallet[]; sinceMs: number; tip: Tip },
): Promise<Work[]> {
  const accounts = following.flatMap(({ wallet, tokenAccounts }) => [wallet, ...tokenAccounts]);
  const lists = await mapBounded([...new Set(accounts)], IN_FLIGHT_MAX, async (account) => ({
    account,
    listed: await listNew(node, account, { mark: cursor.marks[account], sinceMs, tip }),
  }));
  const bySignature = new Map<string, Work>();
  for (const { account, listed } of lists) {
    for (const entry of listed) {
      const work = bySignature.get(entry.signature);
      if (work === undefined) bySignature.set(entry.signature, { ...entry, accounts: [account] });
      else work.accounts.push(account);
    }
  }
  return [...bySignature.values()].sort((a, b) => a.slot - b.slot);
}
