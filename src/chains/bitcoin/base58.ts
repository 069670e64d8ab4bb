import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';

const coder = createBase58check(sha256);

/** Returns undefined if the text is not Base58Check or its checksum is wrong. */
export function decodeBase58(text: string): Uint8Array | undefined {
  try {
    return coder.decode(text);
  } catch {
    return undefined;
  }
}
