import type { Static } from 'typebox';
import { effectiveTolerancePercent, type MerchantSettings } from '../../domain/merchants/settings.ts';
import { logoPath } from '../checkout/logo-path.ts';
import type { SettingsSchema } from './settings-schema.ts';

export const presentSettings = (settings: MerchantSettings, baseUrl: string): Static<typeof SettingsSchema> => ({
  name: settings.name,
  logo_url: settings.logo ? `${baseUrl}${logoPath(settings.logo)}` : null,
  accent_color: settings.accentColor ?? null,
  support: settings.support ?? null,
  allowed_origins: [...settings.allowedOrigins],
  expires_in: settings.expiresInSeconds,
  tolerance_percent: effectiveTolerancePercent(settings),
  tolerance_amount: settings.toleranceAmount,
  late_policy: {
    stablecoin_seconds: settings.latePolicy.stablecoinSeconds,
    other_seconds: settings.latePolicy.otherSeconds,
  },
  log_bodies: { ...settings.logBodies },
  legal_name: settings.legalName ?? null,
  address: [...settings.address],
  tax_id: settings.taxId ?? null,
  invoice_prefix: settings.invoicePrefix,
  invoice_footer: settings.invoiceFooter ?? null,
});
