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
/** The private version is never used: such keys are refused before. */
const NO_PRIVATE_VERSION = 0;

export interface ExtendedKey {
  key: HDKey;
  prefix: string;
  /** What the prefix says about the addresses beneath; undefined where it leaves it open. */
  scriptType: ScriptType | undefined;
}

export function readExtendedKey(text: string, parameters: NetworkParameters, networkTitle: string): ExtendedKey {
  const bytes = decodeBase58(text);
  if (bytes === undefined) {
    throw new UserError(
      'The extended public key is mistyped or cut off: its checksum is wrong. Copy it again as a whole.',
    );
  }
  if (bytes.length !== EXTENDED_KEY_BYTES) {
    throw new UserError(
      'This is no extended public key. Such a key has 111 characters and begins like xpub, zpub or tpub.',
    );
  }
  const version = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  const prefix = parameters.keyPrefixes.find((known) => known.version === version);
  if (prefix === undefined) throw otherPrefix(version, parameters, networkTitle);
  try {
    const key = HDKey.fromExtendedKey(text, { public: version, private: NO_PRIVATE_VERSION });
    return { key, prefix: prefix.name, scriptType: prefix.scriptType };
  } catch {
    throw new UserError('The extended public key holds no valid point of the curve. Export it from the wallet again.');
  }
}

/** The key in the form in which this network's node software writes it. */
export function keptForm(key: HDKey, parameters: NetworkParameters): string {
  const { depth, index, parentFingerprint, chainCode, publicKey } = key;
  if (chainCode === null || publicKey === null)
    throw new TypeError('an extended public key has a chain code and a point');
  const versions = { public: parameters.keyPrefixes[0].version, private: NO_PRIVATE_VERSION };
  return new HDKey({ versions, depth, index, parentFingerprint, chainCode, publicKey }).publicExtendedKey;
}

function otherPrefix(version: number, parameters: NetworkParameters, networkTitle: string): UserError {
  const expected = parameters.keyPrefixes.map(({ name }) => name).join(', ');
  const several = MULTI_SIGNATURE_PREFIXES.find((known) => known.version === version);
  if (several !== undefined) {
    return new UserError(
      `A key that begins with ${several.name} belongs to a wallet of several signers, which is not supported. Give the key of a wallet with one signer (${expected}).`,
    );
  }
  for (const other of Object.values(BITCOIN_NETWORKS)) {
    const prefixes: readonly KeyPrefix[] = other.keyPrefixes;
    const found = prefixes.find((known) => known.version === version);
    if (found === undefined) continue;
    const owner = `${other.scheme === 'bitcoin' ? 'Bitcoin' : 'Litecoin'}${other.coinType === 1 ? '’s test networks' : ''}`;
    return new UserError(
      `This key begins with ${found.name}: it is a key of ${owner}, and ${networkTitle} wants one that begins with ${expected}.`,
    );
  }
  return new UserError(
    `This kind of extended key is not known. ${networkTitle} wants one that begins with ${expected}.`,
  );
}
