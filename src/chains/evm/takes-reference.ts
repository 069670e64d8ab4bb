import type { AssetOnNetwork } from '../../domain/money/asset.ts';

/** Tokens of the issuer that wrote EIP-3009. Bridged tokens of the same name have other contracts. */
const CODES = new Set(['USDC', 'EURC']);
const BRIDGED_ON = new Set(['bnb']);

/** Whether a payment in this asset can name its intent by the nonce of an EIP-3009 authorization. */
export const takesReference = ({ code, token, network }: AssetOnNetwork): boolean =>
  token !== undefined && CODES.has(code) && !BRIDGED_ON.has(network);
