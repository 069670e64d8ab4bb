import { createHmac, timingSafeEqual } from 'node:crypto';
import { decodeBase32 } from '../../domain/sessions/base32.ts';

const STEP_MS = 30_000;
const DIGITS = 6;
/** Clocks of phones are a little off, and people type slowly. */
const STEPS_OFF_MAX = 1;

/** The code of RFC 6238 with SHA-1, which is what authenticator apps use. `secret` is in base32. */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', decodeBase32(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  const number = (mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, '0');
}

/** The step whose code this is, now or one step off; undefined if it is none. */
export function findTotpStep(secret: string, code: string, nowMs: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const now = Math.floor(nowMs / STEP_MS);
  const steps = Array.from({ length: 2 * STEPS_OFF_MAX + 1 }, (_, index) => now - STEPS_OFF_MAX + index);
  return steps.find((step) => timingSafeEqual(Buffer.from(totpCode(secret, step)), Buffer.from(code)));
}

/** What an authenticator app reads from the QR code. */
export const totpUri = (secret: string, email: string): string =>
  `otpauth://totp/Florin:${encodeURIComponent(email)}?secret=${secret}&issuer=Florin`;
