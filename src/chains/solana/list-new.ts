import { ChainError } from '../../domain/networks/chain-error.ts';
import { CLOCK_SLACK_MS, type Mark, type Place } from './scan-cursor.ts';
import type { Listed, SolanaNode, Tip } from './solana-node.ts';

/** Most polls find nothing new, so the first page is short. */
const FIRST_PAGE_SIGNATURES = 25;
const PAGE_SIGNATURES_MAX = 1_000;
/** More than one scan handles. Of more, the oldest are kept. */
const LISTED_MAX = 1_000;

export interface Listing {
  /** The transactions that were not handled yet, oldest first. Empty if the mark was not reached. */
  listed: readonly Listed[];
  /** Whether the list was read down to the mark. */
  isRead: boolean;
  /** Whether nothing newer exists than what is listed. */
  isWhole: boolean;
  /** Places above the part that was read. */
  above: readonly Place[];
  /** Places in the part that was read, newest first. */
  places: readonly Place[];
  pages: number;
}

interface From {
  mark: Mark;
  sinceMs: number;
  tip: Tip;
  pagesMax: number;
}

/**
 * Lists the transactions of an account that were not handled yet, oldest first. Nodes list the newest first, so pages are
 * read back to the mark, in several scans if there are many. Does not use `until`: a node that does not know that signature
 * returns its newest page.
 */
export async function listNew(node: SolanaNode, account: string, from: From): Promise<Listing> {
  const { mark, sinceMs, tip, pagesMax } = from;
  const isOld = ({ slot, blockTimeMs }: Listed) =>
    slot < mark.floor || (blockTimeMs !== undefined && blockTimeMs < sinceMs - CLOCK_SLACK_MS);
  const trail = mark.trail ?? [];
  const start = trail.at(-1);
  const places = start === undefined ? [] : [start];
  const above = trail.slice(0, -1);
  const found = new Map<string, Listed>();
  for (let pages = 1; ; pages += 1) {
    const last = places.at(-1);
    const limit = last === undefined ? FIRST_PAGE_SIGNATURES : PAGE_SIGNATURES_MAX;
    const page = await node.signaturesOf(account, { before: last?.signature, limit, tip });
    checkOrder(account, last, page);
    // A place is never the last entry of a list, so an empty page means that the node does not know it.
    if (last !== undefined && page.length === 0)
      return { listed: [], isRead: false, isWhole: false, above: [], places: [], pages };
    const end = page.findIndex(isOld);
    for (const listed of end < 0 ? page : page.slice(0, end)) found.set(listed.signature, listed);
    if (end >= 0 || page.length < limit) {
      const fresh = [...found.values()].filter(({ signature }) => mark.done[signature] === undefined).toReversed();
      const isWhole = start === undefined && fresh.length <= LISTED_MAX;
      return { listed: fresh.slice(0, LISTED_MAX), isRead: true, isWhole, above, places, pages };
    }
    const place = page.at(-2) as Listed;
    places.push({ signature: place.signature, slot: place.slot });
    if (pages >= pagesMax) return { listed: [], isRead: false, isWhole: false, above, places, pages };
  }
}

/** A list that is out of order or repeats itself would be read forever or with gaps. */
function checkOrder(account: string, before: Place | undefined, page: readonly Listed[]): void {
  let newest = before?.slot ?? Number.POSITIVE_INFINITY;
  for (const { slot, signature } of page) {
    if (slot > newest || signature === before?.signature)
      throw new ChainError('distrusted', `A Solana node listed the transactions of ${account} out of order.`);
    newest = slot;
  }
}
