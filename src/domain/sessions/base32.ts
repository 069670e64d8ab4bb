const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648 without padding, which is how authenticator apps want a secret. */
export function encodeBase32(bytes: Uint8Array): string {
  let text = '';
  let [value, bits] = [0, 0];
  for (const byte of bytes) {
    value = (value << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += ALPHABET[(value >> (bits - 5)) & 31];
    value &= 31;
  }
  return bits > 0 ? text + ALPHABET[(value << (5 - bits)) & 31] : text;
}

/** Ignores what is left of the last character. */
export function decodeBase32(text: string): Uint8Array {
  const bytes: number[] = [];
  let [value, bits] = [0, 0];
  for (const character of text) {
    value = (value << 5) | ALPHABET.indexOf(character);
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((value >> bits) & 255);
    }
    value &= 255;
  }
  return Uint8Array.from(bytes);
}
