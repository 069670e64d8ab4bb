import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';

const coder = createBase58check(sha256);

/** The bytes of a text with a checksum; undefined where it is none or was mistyped. */
export function decodeBase58(text: string): Uint8Array | undefined {
  try {
    return coder.decode(text);
  } catch {
    return undefined;
  }
}
