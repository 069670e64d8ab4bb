import type { AssetOnNetwork } from '../../domain/money/asset.ts';
import { toUnits } from '../../domain/money/decimal.ts';
import { type CryptoAmount, toBigInt } from '../../domain/money/money.ts';
import type { Network } from '../../domain/networks/network.ts';
import type { Destination } from '../../domain/payments/payment-target.ts';

interface Order {
  target: Destination;
  asset: AssetOnNetwork;
  amount: CryptoAmount;
}

/** An EIP-681 link: a transfer of the coin, or a call of the token's contract. Amounts are in the smallest unit. */
export function paymentUri({ target, asset, amount }: Order, { chainId }: Pick<Network, 'chainId'>): string {
  const number = chainId.slice('eip155:'.length);
  const units = toBigInt(toUnits(amount, asset.decimals));
  return asset.token === undefined
    ? `ethereum:${target.address}@${number}?value=${units}`
    : `ethereum:${asset.token}@${number}/transfer?address=${target.address}&uint256=${units}`;
}
