/**
 * Runs the work on all items, at most `parallelMax` at a time, and returns the results in the order of the items. After a
 * failure, no further work begins.
 */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  parallelMax: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  let failed = false;
  const worker = async () => {
    while (next < items.length && !failed) {
      const index = next;
      next += 1;
      try {
        results[index] = await work(items[index] as Item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: parallelMax }, worker));
  return results;
}
