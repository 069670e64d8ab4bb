import { decodeBase62, encodeBase62 } from './base62.ts';

/** An ID of the API: a prefix for the type of object, and a UUIDv7 in base62. */
export type Id<Prefix extends string> = `${Prefix}_${string}` & { readonly brand: Prefix };

export type IntentId = Id<'pi'>;
export type MerchantId = Id<'mer'>;
export type UserId = Id<'usr'>;
export type KeyId = Id<'key'>;
export type DataStoreId = Id<'ds'>;
export type SessionId = Id<'ses'>;
export type PasskeyId = Id<'psk'>;
export type DeviceId = Id<'dev'>;
export type InvitationId = Id<'inv'>;
export type WalletId = Id<'wal'>;
export type TransferId = Id<'tr'>;
export type EventId = Id<'evt'>;
export type EndpointId = Id<'we'>;
export type DeliveryId = Id<'dlv'>;
export type ViewId = Id<'view'>;
export type MailId = Id<'mail'>;

const DIGITS = 22;
const BYTES = 16;
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const HEX_VALUES = new Uint8Array(128);
for (let value = 0; value < 16; value += 1) HEX_VALUES[value.toString(16).charCodeAt(0)] = value;

/**
 * A UUIDv7 from the time and at least ten random bytes: 48 bits of milliseconds and 74 random bits, so that IDs sort by
 * age and cannot be guessed.
 */
export function makeId<Prefix extends string>(prefix: Prefix, nowMs: number, random: Uint8Array): Id<Prefix> {
  const bytes = timeBytes(nowMs);
  for (let i = 6; i < BYTES; i += 1) bytes[i] = random[i - 6] ?? 0;
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  return `${prefix}_${encodeBase62(bytes, DIGITS)}` as Id<Prefix>;
}

/**
 * Makes IDs of one millisecond, each higher than the one before, so that what is made together sorts in the order in which
 * it was made. The count takes the place of the first 18 random bits.
 */
export function makeAscendingIds<Prefix extends string>(
  prefix: Prefix,
  nowMs: number,
  bytes: (count: number) => Uint8Array,
): () => Id<Prefix> {
  let made = 0;
  return () => {
    const random = bytes(10);
    random.set([made >> 14, made >> 6, made]);
    made += 1;
    return makeId(prefix, nowMs, random);
  };
}

/** Parses untrusted text; undefined if it is not an ID with this prefix. */
export function parseId<Prefix extends string>(prefix: Prefix, text: string): Id<Prefix> | undefined {
  if (text.length !== prefix.length + 1 + DIGITS || !text.startsWith(`${prefix}_`)) return undefined;
  return decodeBase62(text.slice(prefix.length + 1), BYTES) && (text as Id<Prefix>);
}

export function bytesOf(id: Id<string>): Uint8Array {
  const bytes = decodeBase62(id.slice(id.indexOf('_') + 1), BYTES);
  if (!bytes) throw new RangeError('not an id');
  return bytes;
}

/** The UUID that a database stores. */
export function uuidOf(id: Id<string>): string {
  const bytes = bytesOf(id);
  let uuid = '';
  for (let i = 0; i < BYTES; i += 1) {
    if (i === 4 || i === 6 || i === 8 || i === 10) uuid += '-';
    uuid += HEX[bytes[i] ?? 0];
  }
  return uuid;
}

export function idFromUuid<Prefix extends string>(prefix: Prefix, uuid: string): Id<Prefix> {
  const bytes = new Uint8Array(BYTES);
  let at = 0;
  for (let i = 0; i < BYTES; i += 1) {
    if (i === 4 || i === 6 || i === 8 || i === 10) at += 1;
    bytes[i] = (hexDigit(uuid, at) << 4) | hexDigit(uuid, at + 1);
    at += 2;
  }
  return `${prefix}_${encodeBase62(bytes, DIGITS)}` as Id<Prefix>;
}

/** A table, because exports turn a million UUIDs into IDs. */
const hexDigit = (text: string, at: number): number => HEX_VALUES[text.charCodeAt(at)] ?? 0;

/** When an object with this ID was made, in milliseconds. */
export const timeOf = (id: Id<string>): number =>
  bytesOf(id)
    .slice(0, 6)
    .reduce((time, byte) => time * 256 + byte, 0);

/** The smallest ID of an object created at this time: a bound for "created after" on the primary key. */
export function lowestIdAt<Prefix extends string>(prefix: Prefix, timeMs: number): Id<Prefix> {
  return `${prefix}_${encodeBase62(timeBytes(timeMs), DIGITS)}` as Id<Prefix>;
}

function timeBytes(timeMs: number): Uint8Array {
  const bytes = new Uint8Array(BYTES);
  let rest = timeMs;
  for (let i = 5; i >= 0; i -= 1) {
    bytes[i] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  return bytes;
}
