const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Five digits at a time is the largest power for which every step below is exact. */
const CHUNK_DIGITS = 5;
const CHUNK = 62 ** CHUNK_DIGITS;
const LIMB = 0x10000;

const VALUES = new Int8Array(128).fill(-1);
for (let i = 0; i < ALPHABET.length; i += 1) VALUES[ALPHABET.charCodeAt(i)] = i;

/**
 * Encodes big-endian bytes with a fixed number of digits, so that texts of equal length sort like their bytes. It is a
 * long division over 16-bit limbs, many times faster than `bigint`: every request encodes and decodes IDs. The number of
 * bytes must be even.
 */
export function encodeBase62(bytes: Uint8Array, digits: number): string {
  const limbs = limbsOf(bytes);
  let first = 0;
  let text = '';
  for (let left = digits; left > 0; left -= CHUNK_DIGITS) {
    let rest = 0;
    for (let i = first; i < limbs.length; i += 1) {
      const value = rest * LIMB + (limbs[i] ?? 0);
      const quotient = Math.floor(value / CHUNK);
      limbs[i] = quotient;
      rest = value - quotient * CHUNK;
    }
    while (first < limbs.length && limbs[first] === 0) first += 1;
    let chunk = '';
    for (let i = Math.min(left, CHUNK_DIGITS); i > 0; i -= 1) {
      const quotient = Math.floor(rest / 62);
      chunk = ALPHABET.charAt(rest - quotient * 62) + chunk;
      rest = quotient;
    }
    text = chunk + text;
    if (left <= CHUNK_DIGITS && (rest > 0 || first < limbs.length)) {
      throw new RangeError(`the bytes do not fit into ${digits} base62 digits`);
    }
  }
  return text;
}

/** The bytes of the text; undefined if a character is not a base62 digit or the number is too large. */
export function decodeBase62(text: string, byteCount: number): Uint8Array | undefined {
  const bytes = new Uint8Array(byteCount);
  for (let start = 0; start < text.length; start += CHUNK_DIGITS) {
    const end = Math.min(text.length, start + CHUNK_DIGITS);
    let carry = 0;
    let factor = 1;
    for (let i = start; i < end; i += 1) {
      const digit = VALUES[text.charCodeAt(i)] ?? -1;
      if (digit < 0) return undefined;
      carry = carry * 62 + digit;
      factor *= 62;
    }
    for (let i = byteCount - 2; i >= 0; i -= 2) {
      const value = ((bytes[i] ?? 0) * 256 + (bytes[i + 1] ?? 0)) * factor + carry;
      carry = Math.floor(value / LIMB);
      const limb = value - carry * LIMB;
      bytes[i] = limb >> 8;
      bytes[i + 1] = limb & 0xff;
    }
    if (carry > 0) return undefined;
  }
  return bytes;
}

function limbsOf(bytes: Uint8Array): number[] {
  const limbs: number[] = [];
  for (let i = 0; i < bytes.length; i += 2) limbs.push((bytes[i] ?? 0) * 256 + (bytes[i + 1] ?? 0));
  return limbs;
}
