import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { HDKey } from '@scure/bip32';
import { bytesToHex, publicKeyToAddress } from 'viem/utils';

const INDEX_MAX = 2 ** 31 - 1;

export function deriveAddress(parent: HDKey, index: number): string {
  if (!Number.isInteger(index) || index < 0 || index > INDEX_MAX) {
    throw new RangeError(`an address index must be from 0 to ${INDEX_MAX}, not ${index}`);
  }
  const { publicKey } = parent.deriveChild(index);
  if (publicKey === null) throw new TypeError('a child of a public key must have a public key');
  return publicKeyToAddress(bytesToHex(secp256k1.Point.fromBytes(publicKey).toBytes(false)));
}
