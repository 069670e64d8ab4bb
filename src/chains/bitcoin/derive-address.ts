import type { HDKey } from '@scure/bip32';
import { p2pkh, p2sh, p2tr, p2wpkh } from '@scure/btc-signer';
import type { ScriptType } from '../../ports/chain.ts';
import type { NetworkParameters } from './network-parameters.ts';
import type { Branch } from './read-descriptor.ts';

const INDEX_MAX = 2 ** 31 - 1;

const PAY: Record<ScriptType, (publicKey: Uint8Array, parameters: NetworkParameters) => { address?: string }> = {
  p2wpkh: (publicKey, parameters) => p2wpkh(publicKey, parameters),
  'p2sh-p2wpkh': (publicKey, parameters) => p2sh(p2wpkh(publicKey, parameters), parameters),
  p2pkh: (publicKey, parameters) => p2pkh(publicKey, parameters),
  // A Taproot internal key is the x coordinate only.
  p2tr: (publicKey, parameters) => p2tr(publicKey.subarray(1), undefined, parameters),
};

/** The key directly above a wallet's addresses. */
export function followSteps({ key, steps }: Branch): HDKey {
  return steps.reduce((parent, step) => parent.deriveChild(step), key);
}

export function deriveAddress(
  parent: HDKey,
  { index, scriptType, parameters }: { index: number; scriptType: ScriptType; parameters: NetworkParameters },
): string {
  if (!Number.isInteger(index) || index < 0 || index > INDEX_MAX) {
    throw new RangeError(`an address index must be from 0 to ${INDEX_MAX}, not ${index}`);
  }
  const { publicKey } = parent.deriveChild(index);
  if (publicKey === null) throw new TypeError('a child of a public key must have a public key');
  const { address } = PAY[scriptType](publicKey, parameters);
  if (address === undefined) throw new TypeError(`${scriptType} must have an address`);
  return address;
}
