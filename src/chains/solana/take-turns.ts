/** Takes items from all queues in turn, each once, so that a long queue delays no other. */
export function takeTurns<Item extends { signature: string }>(
  queues: readonly (readonly Item[])[],
  itemsMax: number,
): Item[] {
  const taken = new Map<string, Item>();
  const longest = Math.max(0, ...queues.map(({ length }) => length));
  for (let position = 0; position < longest && taken.size < itemsMax; position += 1)
    for (const queue of queues) {
      const item = queue[position];
      if (item !== undefined && taken.size < itemsMax) taken.set(item.signature, item);
    }
  return [...taken.values()];
}
