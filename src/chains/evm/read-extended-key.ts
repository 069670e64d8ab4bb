import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { UserError } from '../../domain/user-error.ts';

const EXTENDED_KEY_BYTES = 78;
const VERSIONS = { public: 0x04_88_b2_1e, private: 0x04_88_ad_e4 };
/** `m/44'/60'/0'`: addresses are below its branch 0. */
const ACCOUNT_DEPTH = 3;
/** `m/44'/60'/0'/0`: addresses are directly below it. */
const BRANCH_DEPTH = 4;
const RECEIVING_BRANCH = 0;

const coder = createBase58check(sha256);

/** Validates an extended public key and returns the key directly above its addresses. */
export function readExtendedKey(text: string): HDKey {
  const bytes = decode(text);
  if (bytes === undefined) {
    throw new UserError('The checksum of the extended public key is wrong. Copy the whole key again.');
  }
  const version = bytes.length === EXTENDED_KEY_BYTES ? new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) : 0;
  if (version !== VERSIONS.public) {
    throw new UserError(
      'This extended key is for Bitcoin, Litecoin or one of their test networks. Enter the key of an Ethereum account, which starts with xpub.',
    );
  }
  const key = parse(text);
  if (key.depth === ACCOUNT_DEPTH) return key.deriveChild(RECEIVING_BRANCH);
  if (key.depth === BRANCH_DEPTH) return key;
  throw new UserError(
    `This extended key is at depth ${key.depth} of its wallet. Export the key of an account (m/44'/60'/0') or of its receiving branch (m/44'/60'/0'/0).`,
  );
}

function parse(text: string): HDKey {
  try {
    return HDKey.fromExtendedKey(text, VERSIONS);
  } catch {
    throw new UserError('The extended public key is not a valid point on the curve. Export it from the wallet again.');
  }
}

function decode(text: string): Uint8Array | undefined {
  try {
    return coder.decode(text);
  } catch {
    return undefined;
  }
}
