import { dustFloor } from '../money/dust-floor.ts';
import type { Transfer } from './transfer.ts';

/**
 * Whether an unmatched transfer is listed. Anyone can send dust, and transactions that fail and name no intent, as many as
 * they like, so these are only counted. A transfer that names no intent may still fail until it is in a block.
 */
export function isListed({ failed, asset, amount, blockHeight }: Transfer, names: { intentId: unknown }): boolean {
  if (names.intentId === undefined && (failed || blockHeight === undefined)) return false;
  return failed || asset === undefined || amount >= dustFloor(asset);
}
