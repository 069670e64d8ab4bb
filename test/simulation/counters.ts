/** What must have happened at least once over all seeds. Otherwise, the simulation proves nothing about it. */
export const SOMETIMES = [
  'payment reorganized',
  'final payment rolled back',
  'success reversed',
  'success came back',
  'payment replaced',
  'payment missing',
  'void payment revived',
  'node away',
  'node distrusted',
  'node slow',
  'scan lost',
  'crash inside a transaction',
  'crash outside a transaction',
  'commit aborted',
  'commit response lost',
  'cursor lost to another worker',
  'lease held by another worker',
  'expired',
  'expiry waited for a network',
  'late money accepted',
  'included too late',
  'tolerated',
  'overpaid',
  'wrong asset',
  'manual',
  'canceled',
  'transfer assigned',
  'review: underpaid',
  'review: late',
  'review: reorged',
  'review: wrong_asset',
  'review: canceled_with_money',
  'review: unseen',
  'unseen review resolved',
  'review: ambiguous',
  'unmatched: failed',
  'unmatched: unknown_token',
  'unmatched: dust',
  'dust counted',
  'unmatched: no_reference',
  'unmatched: ambiguous',
  'unmatched: other_amount',
  'paid by hand',
  'amount reused',
  'no amount was free',
  'price sent next to a snare',
  'dispatcher crashed',
  'range refused',
  'node on another branch',
  'amount of another network sent',
  'right amount on the wrong network',
  'paid by reference',
  'reference sent elsewhere',
] as const;

export type Sometimes = (typeof SOMETIMES)[number];

export class Counters {
  readonly counts = new Map<Sometimes, number>();

  add(name: Sometimes, times = 1): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + times);
  }

  addAll(counts: Iterable<[Sometimes, number]>): void {
    for (const [name, times] of counts) this.add(name, times);
  }

  never(): Sometimes[] {
    return SOMETIMES.filter((name) => !this.counts.has(name));
  }
}
