/** How many calls some work makes, by a counter of all calls. */
export async function countCalls(callsMade: () => number, work: () => Promise<unknown>): Promise<number> {
  const before = callsMade();
  await work();
  return callsMade() - before;
}
