import type { ChainAdapter, Scan, Watch } from '../ports/chain.ts';

const TWO_HOURS_MS = 7_200_000;

/** Starts at the tip, because nothing can have been paid before, and lets every scan go on where the last one ended. */
export async function scanFromTip(chain: ChainAdapter, nowMs: number, watchOf: (watch: Partial<Watch>) => Watch) {
  const first = await chain.scan(undefined, watchOf({ sinceMs: nowMs + TWO_HOURS_MS }));
  let { cursor } = first;
  return {
    chain,
    first,
    cursor: () => cursor,
    scan: async (watch: Partial<Watch> = {}): Promise<Scan> => {
      const scan = await chain.scan(cursor, watchOf(watch));
      ({ cursor } = scan);
      return scan;
    },
  };
}
