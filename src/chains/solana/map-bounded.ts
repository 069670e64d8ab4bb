/** Runs the work on all items in order, a few at a time, and stops at the first failure. */
export async function mapBounded<Item, Result>(
  items: readonly Item[],
  inFlightMax: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += inFlightMax)
    results.push(...(await Promise.all(items.slice(start, start + inFlightMax).map(work))));
  return results;
}
