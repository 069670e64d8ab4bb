import type { SettingsInput } from '../../api/types.ts';
import { readText } from '../../ui/read-text.ts';

/** The logo field's value for removing the logo; no encoded image starts like this. */
export const NO_LOGO = 'none';

/** Minutes as seconds. Invalid input is sent unchanged, so that the server's error appears beside the field. */
function toSeconds(minutes: string): number {
  return /^\d+([.]\d+)?$/.test(minutes) ? Math.round(Number(minutes) * 60) : (minutes as unknown as number);
}

/** Empty to keep the logo, null to remove it, otherwise the new one. */
const readLogo = (field: string) => (field === '' ? {} : { logo: field === NO_LOGO ? null : field });

/** Reads the settings from the form. */
export function readSettings(form: FormData): SettingsInput {
  const text = (name: string) => readText(form, name).trim();
  const orNull = (name: string) => (text(name) === '' ? null : text(name));
  const lines = (name: string) =>
    text(name)
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  return {
    name: text('name'),
    ...readLogo(text('logo')),
    accent_color: orNull('accent_color'),
    support: orNull('support'),
    allowed_origins: lines('allowed_origins'),
    expires_in: toSeconds(text('expires_in')),
    tolerance_percent: text('tolerance_percent'),
    tolerance_amount: text('tolerance_amount'),
    late_policy: {
      stablecoin_seconds: toSeconds(text('late_policy/stablecoin_seconds')),
      other_seconds: toSeconds(text('late_policy/other_seconds')),
    },
    legal_name: orNull('legal_name'),
    address: lines('address'),
    tax_id: orNull('tax_id'),
    invoice_prefix: text('invoice_prefix'),
    invoice_footer: orNull('invoice_footer'),
    log_bodies: { test: form.has('log_bodies/test'), live: form.has('log_bodies/live') },
  };
}
