import { HDKey } from '@scure/bip32';
import { UserError } from '../../domain/user-error.ts';
import type { ScriptType } from '../../ports/chain.ts';
import { decodeBase58 } from './base58.ts';
import {
  BITCOIN_NETWORKS,
  type KeyPrefix,
  MULTI_SIGNATURE_PREFIXES,
  type NetworkParameters,
} from './network-parameters.ts';

const EXTENDED_KEY_BYTES = 78;
/** Never used, because private keys are rejected earlier. */
const NO_PRIVATE_VERSION = 0;

export interface ExtendedKey {
  key: HDKey;
  prefix: string;
  /** Undefined if the prefix is used for several script types. */
  scriptType: ScriptType | undefined;
}

export function readExtendedKey(text: string, parameters: NetworkParameters, networkTitle: string): ExtendedKey {
  const bytes = decodeBase58(text);
  if (bytes === undefined) {
    throw new UserError('The checksum of the extended public key is wrong. Copy the whole key again.');
  }
  if (bytes.length !== EXTENDED_KEY_BYTES) {
    throw new UserError(
      'This is not an extended public key. Enter a key with 111 characters that starts with xpub, zpub, tpub or similar.',
    );
  }
  const version = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  const prefix = parameters.keyPrefixes.find((known) => known.version === version);
  if (prefix === undefined) throw otherPrefix(version, parameters, networkTitle);
  try {
    const key = HDKey.fromExtendedKey(text, { public: version, private: NO_PRIVATE_VERSION });
    return { key, prefix: prefix.name, scriptType: prefix.scriptType };
  } catch {
    throw new UserError('The extended public key is not a valid point on the curve. Export it from the wallet again.');
  }
}

/** The key with the prefix that this network's node software uses. */
export function canonicalKey(key: HDKey, parameters: NetworkParameters): string {
  const { depth, index, parentFingerprint, chainCode, publicKey } = key;
  if (chainCode === null || publicKey === null)
    throw new TypeError('an extended public key must have a chain code and a public key');
  const versions = { public: parameters.keyPrefixes[0].version, private: NO_PRIVATE_VERSION };
  return new HDKey({ versions, depth, index, parentFingerprint, chainCode, publicKey }).publicExtendedKey;
}

function otherPrefix(version: number, parameters: NetworkParameters, networkTitle: string): UserError {
  const expected = parameters.keyPrefixes.map(({ name }) => name).join(', ');
  const multisig = MULTI_SIGNATURE_PREFIXES.find((known) => known.version === version);
  if (multisig !== undefined) {
    return new UserError(
      `A key that starts with ${multisig.name} belongs to a multisig wallet, which is not supported. Use the key of a single-signature wallet (${expected}).`,
    );
  }
  for (const other of Object.values(BITCOIN_NETWORKS)) {
    const prefixes: readonly KeyPrefix[] = other.keyPrefixes;
    const found = prefixes.find((known) => known.version === version);
    if (found === undefined) continue;
    const owner = `${other.scheme === 'bitcoin' ? 'Bitcoin' : 'Litecoin'}${other.coinType === 1 ? '’s test networks' : ''}`;
    return new UserError(
      `This key starts with ${found.name}, which is for ${owner}. Use a key for ${networkTitle}, which starts with ${expected}.`,
    );
  }
  return new UserError(
    `This type of extended key is unknown. Use a key for ${networkTitle}, which starts with ${expected}.`,
  );
}
