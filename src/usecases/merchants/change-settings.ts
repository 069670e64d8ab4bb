import { Problem } from '../../domain/errors.ts';
import type { UserId } from '../../domain/ids.ts';
import type { Merchant } from '../../domain/merchants/merchant.ts';
import type { Logo, MerchantSettings } from '../../domain/merchants/settings.ts';
import type { Ports } from '../../ports/ports.ts';
import { listSettingsErrors } from './list-settings-errors.ts';
import { readLogo } from './read-logo.ts';
import type { SettingsPatch } from './settings-patch.ts';

/** Changes a merchant's settings. The audit log keeps the settings before and after. */
export async function changeSettings(
  ports: Pick<Ports, 'clock' | 'settings'>,
  input: { merchant: Merchant; patch: SettingsPatch; actor: UserId; address?: string | undefined },
): Promise<MerchantSettings> {
  const { merchant, patch } = input;
  const sent = patch.logo ? readLogo(patch.logo) : patch.logo;
  const errors = listSettingsErrors(patch, sent);
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
