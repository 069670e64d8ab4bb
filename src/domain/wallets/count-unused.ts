/** The number of unpaid addresses since the last paid one. */
export function countUnused(newestFirst: readonly { used: boolean }[]): number {
  const paid = newestFirst.findIndex(({ used }) => used);
  return paid === -1 ? newestFirst.length : paid;
}
