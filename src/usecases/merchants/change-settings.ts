import { Problem } from '../../domain/errors.ts';
import type { FieldError } from '../../domain/field-error.ts';
import type { UserId } from '../../domain/ids.ts';
import { CREDIT_NOTE_PREFIX } from '../../domain/invoices/invoice.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Merchant } from '../../domain/merchants/merchant.ts';
import {
  isOrigin,
  isSupportContact,
  type Logo,
  type MerchantSettings,
  readDecimalSetting,
} from '../../domain/merchants/settings.ts';
import type { Ports } from '../../ports/ports.ts';
import { readLogo } from './read-logo.ts';

/** A member that is left out does not change; null removes what is optional. */
export interface SettingsPatch {
  name?: string;
  /** An image in base64. */
  logo?: string | null;
  accent_color?: string | null;
  support?: string | null;
  allowed_origins?: readonly string[];
  expires_in?: number;
  tolerance_percent?: string | number;
  tolerance_amount?: string | number;
  late_policy?: { stablecoin_seconds?: number; other_seconds?: number };
  log_bodies?: { test?: boolean; live?: boolean };
  legal_name?: string | null;
  address?: readonly string[];
  tax_id?: string | null;
  invoice_prefix?: string;
  invoice_footer?: string | null;
}

/** Changes a merchant's settings. The audit log keeps the settings before and after. */
export async function changeSettings(
  ports: Pick<Ports, 'clock' | 'settings'>,
  input: { merchant: Merchant; patch: SettingsPatch; actor: UserId; address?: string | undefined },
): Promise<MerchantSettings> {
  const { merchant, patch } = input;
  const sent = patch.logo ? readLogo(patch.logo) : patch.logo;
  const errors = [...listErrors(patch), ...logoErrors(sent)];
  if (errors.length > 0) throw new Problem('validation_failed', 'Some settings are not valid.', { errors });
  const logo = sent as Logo | null | undefined;
  return ports.settings.change(merchant.id, (before) => {
    const after = { ...applyPatch(before, patch), logo: logo === undefined ? before.logo : nameOf(logo) };
    const audit = {
      actor: input.actor,
      action: 'merchant.settings_changed',
      merchantId: merchant.id,
      subject: merchant.id,
      details: { before, after, address: input.address },
      atMs: ports.clock.nowMs(),
    };
    return { after, logo, audit };
  });
}

const nameOf = (logo: Logo | null) => (logo ? { hash: logo.hash, type: logo.type } : undefined);

const logoErrors = (logo: Logo | string | null | undefined): FieldError[] =>
  typeof logo === 'string' ? [{ pointer: '#/logo', code: 'invalid_value', detail: `Must be ${logo}.` }] : [];

function applyPatch(before: MerchantSettings, patch: SettingsPatch): Omit<MerchantSettings, 'logo'> {
  const { late_policy: late } = patch;
  return {
    name: patch.name?.trim() ?? before.name,
    accentColor:
      patch.accent_color === undefined ? before.accentColor : (patch.accent_color?.toLowerCase() ?? undefined),
    support: patch.support === undefined ? before.support : (patch.support?.trim() ?? undefined),
    allowedOrigins: patch.allowed_origins ? [...new Set(patch.allowed_origins)] : before.allowedOrigins,
    expiresInSeconds: patch.expires_in ?? before.expiresInSeconds,
    tolerancePercent: String(patch.tolerance_percent ?? before.tolerancePercent),
    toleranceAmount: String(patch.tolerance_amount ?? before.toleranceAmount),
    latePolicy: {
      stablecoinSeconds: late?.stablecoin_seconds ?? before.latePolicy.stablecoinSeconds,
      otherSeconds: late?.other_seconds ?? before.latePolicy.otherSeconds,
    },
    logBodies: { ...before.logBodies, ...patch.log_bodies },
    legalName: changed(before.legalName, patch.legal_name),
    address: patch.address?.map((line) => line.trim()).filter((line) => line !== '') ?? before.address,
    taxId: changed(before.taxId, patch.tax_id),
    invoicePrefix: patch.invoice_prefix ?? before.invoicePrefix,
    invoiceFooter: changed(before.invoiceFooter, patch.invoice_footer),
  };
}

/** An empty text removes the value too. */
function changed(before: string | undefined, sent: string | null | undefined): string | undefined {
  return sent === undefined ? before : sent?.trim() || undefined;
}

/** Checks that a schema cannot express. */
function listErrors(patch: SettingsPatch): FieldError[] {
  const errors: FieldError[] = [];
  const expect = (ok: boolean, pointer: string, expected: string) => {
    if (!ok) errors.push({ pointer, code: 'invalid_value', detail: `Must be ${expected}.` });
  };
  for (const [index, origin] of (patch.allowed_origins ?? []).entries()) {
    expect(isOrigin(origin), `#/allowed_origins/${index}`, 'an origin such as https://shop.example.com');
  }
  const contactOk = patch.support === undefined || patch.support === null || isSupportContact(patch.support.trim());
  expect(contactOk, '#/support', 'an email address or an https URL');
  const decimals = [
    ['tolerance_percent', LIMITS.tolerancePercentMax],
    ['tolerance_amount', LIMITS.toleranceAmountMax],
  ] as const;
  for (const [name, max] of decimals) {
    const value = patch[name];
    const ok = value === undefined || readDecimalSetting(value, max) !== undefined;
    expect(ok, `#/${name}`, `a decimal number from 0 to ${max} with at most four decimals`);
  }
  const prefix = patch.invoice_prefix;
  expect(prefix?.toUpperCase() !== CREDIT_NOTE_PREFIX, '#/invoice_prefix', 'another text: it is for credit notes');
  return errors;
}
