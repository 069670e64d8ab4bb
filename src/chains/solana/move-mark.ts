import type { Listing } from './list-new.ts';
import type { Mark, Place } from './scan-cursor.ts';

/**
 * A node may list a transaction after a newer one, because its index lags or another node answers. So the last slots are
 * always read again, and transactions handled before are recognized by their signature.
 */
const OVERLAP_SLOTS = 32;
/** If a list has more places, the newest are dropped, and it is read again from the top when the others are done. */
const TRAIL_PLACES_MAX = 50;

/**
 * Records which of the listed transactions were handled. The floor stays below the first that was not, because a
 * transaction that another account lists too may be handled before its turn.
 */
export function moveMark(mark: Mark, listing: Listing, isHandled: (signature: string) => boolean, tipMs: number): Mark {
  const handled = listing.listed.filter(({ signature }) => isHandled(signature));
  const waiting = listing.listed.filter(({ signature }) => !isHandled(signature));
  const open = waiting.find(({ finalized }) => finalized);
  const newest = handled.reduce((slot, other) => Math.max(slot, other.slot), 0);
  const floor = Math.max(mark.floor, Math.min(newest, waiting[0]?.slot ?? newest) - OVERLAP_SLOTS);
  const done = { ...mark.done, ...Object.fromEntries(handled.map(({ signature, slot }) => [signature, slot])) };
  const trail = findTrail(listing, open);
  return {
    floor,
    done: Object.fromEntries(Object.entries(done).filter(([, slot]) => slot >= floor)),
    sinceMs: mark.sinceMs,
    untilMs: listing.isWhole && open === undefined ? tipMs : (open?.blockTimeMs ?? mark.untilMs),
    trail: trail.length === 0 ? undefined : trail,
  };
}

function findTrail({ above, places, isRead }: Listing, open: Place | undefined): readonly Place[] {
  if (!isRead) return [...above, ...places].slice(-TRAIL_PLACES_MAX);
  return open === undefined ? above : [...above, ...places.filter(({ slot }) => slot >= open.slot)];
}
