import type { Place } from '../../chain-ports.ts';
import type { AssetOnNetwork } from '../../domain/money/asset.ts';
import { formatDecimal, fromUnits, toUnits } from '../../domain/money/decimal.ts';

/**
 * A transfer request of Solana Pay. It carries no label, message or memo: what a wallet writes on the chain from them
 * is public for ever.
 */
export function paymentUri(place: Place, asset: AssetOnNetwork, amount: bigint): string {
  const query = new URLSearchParams({
    amount: formatDecimal(fromUnits(toUnits(amount, asset.decimals), asset.decimals)),
  });
  if (place.reference !== undefined) query.set('reference', place.reference);
  if (asset.token !== undefined) query.set('spl-token', asset.token);
  return `solana:${place.address}?${query.toString()}`;
}
