import type { Hex } from 'viem';
import { LIMITS } from '../../domain/limits.ts';

/** Writing a log costs next to nothing, and looking at it costs calls, so only some are looked at that cannot be money. */
export function limitUnknown<Item extends { contract: Hex }>(
  items: readonly Item[],
  known: Pick<ReadonlySet<Hex>, 'has'>,
): Item[] {
  const unknown = items.filter(({ contract }) => !known.has(contract));
  const left = new Set(unknown.slice(LIMITS.unknownTransfersPerScanMax));
  return items.filter((item) => !left.has(item));
}
