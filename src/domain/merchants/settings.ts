import { LIMITS } from '../limits.ts';
import type { PictureType } from './picture.ts';

/** By what a logo is found: its content, as a hash of 32 hexadecimal digits, and its kind. */
export interface LogoName {
  hash: string;
  type: PictureType;
}

export interface Logo extends LogoName {
  bytes: Uint8Array;
}

/** What a merchant decides about its checkout. The name stands with the merchant itself. */
export interface MerchantSettings {
  logo: LogoName | undefined;
  /** `#rrggbb` in lower case. */
  accentColor: string | undefined;
  /** Exact origins that may embed the checkout. */
  allowedOrigins: readonly string[];
  /** How long an intent stays open where its request does not say. */
  expiresInSeconds: number;
  /** What may be missing from a payment: the smaller of a share in percent and an amount of the displayed currency. */
  tolerancePercent: string;
  toleranceAmount: string;
  /** How long after the expiry money is still accepted without a review. */
  latePolicy: { stablecoinSeconds: number; otherSeconds: number };
}

export interface NamedSettings extends MerchantSettings {
  name: string;
}

export const DEFAULT_SETTINGS: MerchantSettings = {
  logo: undefined,
  accentColor: undefined,
  allowedOrigins: [],
  expiresInSeconds: LIMITS.expiresInSecondsDefault,
  tolerancePercent: '0.5',
  toleranceAmount: '1.00',
  latePolicy: { stablecoinSeconds: 86_400, otherSeconds: 900 },
};

/** Whether the text is an origin as browsers send it: scheme, host in lower case, port where it is not the usual one. */
export function isOrigin(text: string): boolean {
  return /^https?:\/\/[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

/** A decimal number as text, from 0 to a bound, with at most four decimals; undefined for anything else. */
export function readDecimalSetting(value: string | number, max: number): string | undefined {
  const text = String(value);
  return /^\d{1,9}(\.\d{1,4})?$/.test(text) && Number(text) <= max ? text : undefined;
}
