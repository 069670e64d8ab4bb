import type { FieldError } from '../../domain/field-error.ts';
import { CREDIT_NOTE_PREFIX } from '../../domain/invoices/invoice.ts';
import { LIMITS } from '../../domain/limits.ts';
import { isOrigin, isSupportContact, type Logo, readDecimalSetting } from '../../domain/merchants/settings.ts';
import { readLogo } from './read-logo.ts';
import type { SettingsPatch } from './settings-patch.ts';

/** What is wrong with changed settings, as far as a schema cannot say it. The logo may have been read already. */
export function listSettingsErrors(
  patch: SettingsPatch,
  logo: Logo | string | null | undefined = patch.logo ? readLogo(patch.logo) : patch.logo,
): FieldError[] {
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
  if (typeof logo === 'string') expect(false, '#/logo', logo);
  return errors;
}
