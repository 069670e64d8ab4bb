import { ChainError } from '../../domain/networks/chain-error.ts';
import type { Mark } from './scan-cursor.ts';
import type { Listed, SolanaNode, Tip } from './solana-node.ts';

/** Most polls find nothing new, so the first page is short. */
const FIRST_PAGE_SIGNATURES = 25;
const PAGE_SIGNATURES_MAX = 1_000;
/** A long backlog is cut to its oldest part, which is handled first. */
const BACKLOG_SIGNATURES_MAX = 5_000;
/** Block times are agreed on by validators and may differ from our clock. */
const CLOCK_SLACK_MS = 60_000;

interface From {
  mark: Mark | undefined;
  sinceMs: number;
  tip: Tip;
}

/**
 * Lists the transactions of an account that were not handled yet, oldest first. Reads pages back to the mark and does not
 * use `until`: a node that does not know that signature returns its newest page.
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
    found = found.slice(-BACKLOG_SIGNATURES_MAX);
    last = page.at(-1) ?? last;
    if (page.length < limit || page.some(isOld)) return found.toReversed();
    limit = PAGE_SIGNATURES_MAX;
  }
}

/** A list that is out of order or repeats itself would be read forever or with gaps. */
function checkOrder(account: string, before: Listed | undefined, page: readonly Listed[]): void {
  let newest = before?.slot ?? Number.POSITIVE_INFINITY;
  for (const { slot, signature } of page) {
    if (slot > newest || signature === before?.signature)
      throw new ChainError('distrusted', `A Solana node listed the transactions of ${account} out of order.`);
    newest = slot;
  }
}
