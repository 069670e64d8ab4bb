import { encodeBase62 } from '../base62.ts';

/** Test and live data never mix. The prefix of a key says its mode. */
export type Mode = 'test' | 'live';

export const modeOf = (livemode: boolean): Mode => (livemode ? 'live' : 'test');

const PUBLIC_PATTERN = /^fpk_(test|live)_[0-9A-Za-z]{22}$/;
const PRIVATE_PATTERN = /^fsk_(test|live)_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;

/** 128 random bits: the public key is part of URLs and only has to be unique. */
export function makePublicKey(mode: Mode, random: Uint8Array): string {
  return `fpk_${mode}_${encodeBase62(random.subarray(0, 16), 22)}`;
}

/** 256 random bits and a checksum, so that a mistyped or invented key is rejected without a database query. */
export function makePrivateKey(mode: Mode, random: Uint8Array): string {
  const secret = encodeBase62(random.subarray(0, 32), 43);
  return `fsk_${mode}_${secret}${checksum(`fsk_${mode}_${secret}`)}`;
}

/** The mode of a well-formed public key, undefined for any other text. */
export function publicKeyMode(text: string): Mode | undefined {
  return PUBLIC_PATTERN.exec(text)?.[1] as Mode | undefined;
}

/** The mode of a private key with a valid checksum, undefined for any other text. */
export function privateKeyMode(text: string): Mode | undefined {
  const match = PRIVATE_PATTERN.exec(text);
  if (!match || checksum(text.slice(0, -6)) !== match[3]) return undefined;
  return match[1] as Mode;
}

/** Whether a URL contains anything that looks like a private key, complete or not, plain or percent-encoded. */
export const holdsPrivateKey = (url: string): boolean =>
  url.includes('fsk_') || (url.includes('%') && plain(url).includes('fsk_'));

/** A URL with everything that looks like a private key redacted. */
export const withoutPrivateKeys = (url: string): string =>
  holdsPrivateKey(url) ? plain(url).replaceAll(/fsk_[^/?&]*/g, 'fsk_redacted') : url;

/** Decodes the characters of a key prefix. Other escapes stay, so that a malformed one does not throw. */
const plain = (url: string): string =>
  url.replaceAll(/%(5f|[67][0-9a-f])/gi, (escape) => String.fromCharCode(Number.parseInt(escape.slice(1), 16)));

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  return crc;
});

/** CRC-32 of the ASCII text, in six base62 digits. */
function checksum(text: string): string {
  let crc = 0xffffffff;
  for (let i = 0; i < text.length; i += 1) {
    crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ text.charCodeAt(i)) & 0xff] ?? 0);
  }
  const value = ~crc >>> 0;
  return encodeBase62(Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value), 6);
}
