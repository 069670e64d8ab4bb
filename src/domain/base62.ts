const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Five digits at a time: the largest power for which every step below stays an exact number. */
const CHUNK_DIGITS = 5;
const CHUNK = 62 ** CHUNK_DIGITS;
const LIMB = 0x10000;

/**
 * Writes bytes, the most significant first, with a fixed number of digits, so that texts of equal length sort like
 * their bytes. Long division over 16-bit limbs: ids are made and read on every request, and this is many times faster
 * than the same with `bigint`. The number of bytes must be even.
 */
export function encodeBase62(bytes: Uint8Array, digits: number): string {
  const limbs = limbsOf(bytes);
  let text = '';
  while (text.length < digits) {
    let rest = 0;
    for (let i = 0; i < limbs.length; i += 1) {
      const value = rest * LIMB + (limbs[i] ?? 0);
      limbs[i] = Math.floor(value / CHUNK);
      rest = value % CHUNK;
    }
    for (let i = 0; i < CHUNK_DIGITS && text.length < digits; i += 1) {
      text = ALPHABET.charAt(rest % 62) + text;
      rest = Math.floor(rest / 62);
    }
    if (text.length === digits && (rest > 0 || limbs.some((limb) => limb > 0))) {
      throw new RangeError(`the bytes do not fit into ${digits} base62 digits`);
    }
  }
  return text;
}

/** The bytes behind the text; undefined where a character is no base62 digit, or the number is too large. */
export function decodeBase62(text: string, byteCount: number): Uint8Array | undefined {
  const limbs = Array.from({ length: byteCount / 2 }, () => 0);
  for (let start = 0; start < text.length; start += CHUNK_DIGITS) {
    const chunk = text.slice(start, start + CHUNK_DIGITS);
    let carry = 0;
    for (let i = 0; i < chunk.length; i += 1) {
      const digit = valueOf(chunk.charCodeAt(i));
      if (digit < 0) return undefined;
      carry = carry * 62 + digit;
    }
    const factor = chunk.length === CHUNK_DIGITS ? CHUNK : 62 ** chunk.length;
    for (let i = limbs.length - 1; i >= 0; i -= 1) {
      const value = (limbs[i] ?? 0) * factor + carry;
      limbs[i] = value % LIMB;
      carry = Math.floor(value / LIMB);
    }
    if (carry > 0) return undefined;
  }
  return bytesOf(limbs);
}

function limbsOf(bytes: Uint8Array): number[] {
  const limbs: number[] = [];
  for (let i = 0; i < bytes.length; i += 2) limbs.push((bytes[i] ?? 0) * 256 + (bytes[i + 1] ?? 0));
  return limbs;
}

function bytesOf(limbs: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(limbs.length * 2);
  limbs.forEach((limb, i) => {
    bytes[2 * i] = limb >> 8;
    bytes[2 * i + 1] = limb & 0xff;
  });
  return bytes;
}

function valueOf(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  if (code >= 65 && code <= 90) return code - 55;
  if (code >= 97 && code <= 122) return code - 61;
  return -1;
}
