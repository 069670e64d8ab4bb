/** The group commit metrics: the number of statements, and the number of intents in them. */
export interface Batches {
  statements: number;
  rows: number;
}

export async function readBatches(baseUrl: string): Promise<Batches> {
  const text = await (await fetch(`${baseUrl}/metrics`)).text();
  const read = (name: string) => Number(new RegExp(`^florin_batch_rows_${name} (\\S+)`, 'm').exec(text)?.[1] ?? 0);
  return { statements: read('count'), rows: read('sum') };
}
