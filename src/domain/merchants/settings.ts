import type { Mode } from '../keys/key.ts';
import { LIMITS } from '../limits.ts';
import type { PictureType } from './picture.ts';

/** The name of a logo: a hash of its content, 32 hexadecimal digits, and its type. */
export interface LogoName {
  hash: string;
  type: PictureType;
}

export interface Logo extends LogoName {
  bytes: Uint8Array;
}

/** What a merchant accepts as paid. An intent keeps the settings with which it was created. */
export interface PolicySettings {
  /** How much may be missing: the smaller of a percentage and an amount of the displayed currency. */
  tolerancePercent: string;
  toleranceAmount: string;
  /** How long after the expiry payments are accepted without a review. */
  latePolicy: { stablecoinSeconds: number; otherSeconds: number };
}

/** What invoices say about the seller. An issued invoice keeps what it was issued with. */
export interface SellerSettings {
  /** The name on invoices, if it is not the name that payers see. */
  legalName: string | undefined;
  address: readonly string[];
  taxId: string | undefined;
  /** The beginning of every invoice number. */
  invoicePrefix: string;
  invoiceFooter: string | undefined;
}

export interface MerchantSettings extends PolicySettings, SellerSettings {
  /** The name that payers see. */
  name: string;
  logo: LogoName | undefined;
  /** `#rrggbb` in lower case. */
  accentColor: string | undefined;
  /** Whom a payer contacts: an email address or an https URL. */
  support: string | undefined;
  /** Exact origins that may embed the checkout. */
  allowedOrigins: readonly string[];
  /** How long an intent stays open if its request does not say. */
  expiresInSeconds: number;
  /** Whether the request log keeps the beginning of bodies. */
  logBodies: Readonly<Record<Mode, boolean>>;
}

export const DEFAULT_POLICY: PolicySettings = {
  tolerancePercent: '0.5',
  toleranceAmount: '1.00',
  latePolicy: { stablecoinSeconds: 86_400, otherSeconds: 900 },
};

const DEFAULT_SELLER: SellerSettings = {
  legalName: undefined,
  address: [],
  taxId: undefined,
  invoicePrefix: 'INV-',
  invoiceFooter: undefined,
};

export const DEFAULT_SETTINGS: MerchantSettings = {
  name: '',
  logo: undefined,
  accentColor: undefined,
  support: undefined,
  allowedOrigins: [],
  expiresInSeconds: LIMITS.expiresInSecondsDefault,
  logBodies: { test: false, live: false },
  ...DEFAULT_POLICY,
  ...DEFAULT_SELLER,
};

/** The percentage that applies: versions before stored up to 100. */
export const effectiveTolerancePercent = ({ tolerancePercent }: PolicySettings): string =>
  Number(tolerancePercent) > LIMITS.tolerancePercentMax ? String(LIMITS.tolerancePercentMax) : tolerancePercent;

/** Whether the text is an origin as browsers send it: scheme, lowercase host, and the port unless it is the default. */
export function isOrigin(text: string): boolean {
  return /^https?:\/\/[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

/**
 * Whether the text is an email address or an https URL without credentials, as a link on the checkout. Quotes and
 * parameters are refused in an address, because a `mailto:` link would take them for more than the address.
 */
export function isSupportContact(text: string): boolean {
  if (/^[^\s@"<>(),:;?&%#/\\]+@[^\s@"<>(),:;?&%#/\\]+\.[^\s@"<>(),:;?&%#/\\.]+$/.test(text)) return true;
  if (!/^https:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}

/** A decimal number from 0 to `max` with at most four decimals, as text; undefined for anything else. */
export function readDecimalSetting(value: string | number, max: number): string | undefined {
  const text = String(value);
  return /^\d{1,9}(\.\d{1,4})?$/.test(text) && Number(text) <= max ? text : undefined;
}
