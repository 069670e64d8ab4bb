import type { AssetOnNetwork } from '../money/asset.ts';
import { dustFloor } from '../money/dust-floor.ts';
import type { Transfer } from './transfer.ts';

/**
 * Whether an unmatched transfer is listed, by the assets of its network and the only intent that it names, if any. Anyone can
 * send dust, and transactions that fail and name no intent, as many as they like, so these are only counted.
 */
export function isListed(
  { failed, asset, amount }: Transfer,
  assets: readonly AssetOnNetwork[],
  intentId?: string,
): boolean {
  if (failed) return intentId !== undefined;
  if (asset === undefined) return true;
  const stated = assets.find(({ code }) => code === asset)?.dustFloor;
  return amount >= (stated ?? dustFloor(asset));
}
