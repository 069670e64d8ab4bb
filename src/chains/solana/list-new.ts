import { ChainError } from '../../domain/networks/chain-error.ts';
import type { Mark } from './scan-cursor.ts';
import type { Listed, SolanaNode, Tip } from './solana-node.ts';

/** Most polls find nothing new, so the first page is short. */
const FIRST_PAGE_SIGNATURES = 25;
const PAGE_SIGNATURES_MAX = 1_000;
/** What is kept of a long backlog: its oldest part, which is handled first. */
const KEPT_SIGNATURES_MAX = 5_000;
/** The time of a block is a vote of many clocks, and may be somewhat off ours. */
const CLOCK_SLACK_MS = 60_000;

interface From {
  mark: Mark | undefined;
  sinceMs: number;
  tip: Tip;
}

/**
 * What an account's list has that was not handled yet, oldest first. The pages go back until they are below the mark.
 * `until` would save nothing and is a trap: a node that does not know the signature answers with its newest page.
 */
export async function listNew(node: SolanaNode, account: string, from: From): Promise<Listed[]> {
  const { mark, sinceMs, tip } = from;
  const isOld = ({ slot, blockTimeMs }: Listed) =>
    slot < (mark?.floor ?? 0) || (blockTimeMs !== undefined && blockTimeMs < sinceMs - CLOCK_SLACK_MS);
  let found: Listed[] = [];
  let last: Listed | undefined;
  let limit = FIRST_PAGE_SIGNATURES;
  for (;;) {
    const page = await node.signaturesOf(account, { before: last?.signature, limit, tip });
    checkOrder(account, last, page);
    found.push(...page.filter((listed) => !isOld(listed) && mark?.done[listed.signature] === undefined));
    found = found.slice(-KEPT_SIGNATURES_MAX);
    last = page.at(-1) ?? last;
    if (page.length < limit || page.some(isOld)) return found.toReversed();
    limit = PAGE_SIGNATURES_MAX;
  }
}

/** A list that goes up again, or does not go on, would be read for ever or with a hole. */
function checkOrder(account: string, before: Listed | undefined, page: readonly Listed[]): void {
  let newest = before?.slot ?? Number.POSITIVE_INFINITY;
  for (const { slot, signature } of page) {
    if (slot > newest || signature === before?.signature)
      throw new ChainError('distrusted', `A Solana node lists the transactions of ${account} out of order.`);
    newest = slot;
  }
}
