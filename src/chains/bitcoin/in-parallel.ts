/** Does the same with each of many things, a few at a time, and keeps their order. */
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
      const place = next;
      next += 1;
      try {
        results[place] = await work(items[place] as Item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: parallelMax }, worker));
  return results;
}
