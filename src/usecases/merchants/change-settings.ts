import { type FieldError, Problem } from '../../domain/errors.ts';
import type { UserId } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import { isOrigin, type Logo, type NamedSettings, readDecimalSetting } from '../../domain/merchants/settings.ts';
import type { Merchant } from '../../ports/merchants.ts';
import type { Ports } from '../../ports/ports.ts';
import { readLogo } from './read-logo.ts';

/** What is left out stays as it is; null takes a logo or a colour away. */
export interface SettingsPatch {
  name?: string;
  /** A picture as base64. */
  logo?: string | null;
  accent_color?: string | null;
  allowed_origins?: readonly string[];
  expires_in?: number;
  tolerance_percent?: string | number;
  tolerance_amount?: string | number;
  late_policy?: { stablecoin_seconds?: number; other_seconds?: number };
}

/** Changes a merchant's settings; the audit log keeps what was and what is. */
export async function changeSettings(
  ports: Pick<Ports, 'clock' | 'settings'>,
  input: { merchant: Merchant; wish: SettingsPatch; actor: UserId },
): Promise<NamedSettings> {
  const { merchant, wish } = input;
  const sent = wish.logo ? readLogo(wish.logo) : wish.logo;
  const errors = [...faultsOf(wish), ...logoFaults(sent)];
  if (errors.length > 0) throw new Problem('validation_failed', 'Some settings are not valid.', { errors });
  const logo = sent as Logo | null | undefined;
  return ports.settings.change(merchant.id, (before) => {
    const after = { ...applyWish(before, wish), logo: logo === undefined ? before.logo : nameOf(logo) };
    const audit = {
      actor: input.actor,
      action: 'merchant.settings_changed',
      merchantId: merchant.id,
      subject: merchant.id,
      details: { before, after },
      atMs: ports.clock.nowMs(),
    };
    return { after, logo, audit };
  });
}

const nameOf = (logo: Logo | null) => (logo ? { hash: logo.hash, type: logo.type } : undefined);

const logoFaults = (logo: Logo | string | null | undefined): FieldError[] =>
  typeof logo === 'string' ? [{ pointer: '#/logo', code: 'invalid_value', detail: `Must be ${logo}.` }] : [];

function applyWish(before: NamedSettings, wish: SettingsPatch): Omit<NamedSettings, 'logo'> {
  const { late_policy: late } = wish;
  return {
    name: wish.name?.trim() ?? before.name,
    accentColor: wish.accent_color === undefined ? before.accentColor : (wish.accent_color?.toLowerCase() ?? undefined),
    allowedOrigins: wish.allowed_origins ? [...new Set(wish.allowed_origins)] : before.allowedOrigins,
    expiresInSeconds: wish.expires_in ?? before.expiresInSeconds,
    tolerancePercent: String(wish.tolerance_percent ?? before.tolerancePercent),
    toleranceAmount: String(wish.tolerance_amount ?? before.toleranceAmount),
    latePolicy: {
      stablecoinSeconds: late?.stablecoin_seconds ?? before.latePolicy.stablecoinSeconds,
      otherSeconds: late?.other_seconds ?? before.latePolicy.otherSeconds,
    },
  };
}

/** What a schema cannot say of a field. */
function faultsOf(wish: SettingsPatch): FieldError[] {
  const errors: FieldError[] = [];
  const expect = (ok: boolean, pointer: string, expected: string) => {
    if (!ok) errors.push({ pointer, code: 'invalid_value', detail: `Must be ${expected}.` });
  };
  for (const [index, origin] of (wish.allowed_origins ?? []).entries()) {
    expect(isOrigin(origin), `#/allowed_origins/${index}`, 'an origin such as https://shop.example.com');
  }
  const decimals = [
    ['tolerance_percent', LIMITS.tolerancePercentMax],
    ['tolerance_amount', LIMITS.toleranceAmountMax],
  ] as const;
  for (const [name, max] of decimals) {
    const value = wish[name];
    const ok = value === undefined || readDecimalSetting(value, max) !== undefined;
    expect(ok, `#/${name}`, `a decimal number from 0 to ${max} with at most four decimals`);
  }
  return errors;
}
