import { dustFloor } from '../money/dust-floor.ts';
import type { Transfer } from './transfer.ts';

/**
 * Whether an unmatched transfer is listed. Anyone can send dust, and transactions that fail and name no intent, as many as
 * they like, so these are only counted.
 */
export function isListed({ failed, asset, amount }: Transfer, names: { intentId: unknown }): boolean {
  if (failed) return names.intentId !== undefined;
  return asset === undefined || amount >= dustFloor(asset);
}
