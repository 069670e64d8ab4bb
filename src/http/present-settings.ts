import type { NamedSettings } from '../usecases/get-settings.ts';

export const presentSettings = (settings: NamedSettings): string =>
  JSON.stringify({
    name: settings.name,
    logo_url: settings.logoUrl ?? null,
    accent_color: settings.accentColor ?? null,
    allowed_origins: settings.allowedOrigins,
    expires_in: settings.expiresInSeconds,
    tolerance_percent: settings.tolerancePercent,
    tolerance_amount: settings.toleranceAmount,
    late_policy: {
      stablecoin_seconds: settings.latePolicy.stablecoinSeconds,
      other_seconds: settings.latePolicy.otherSeconds,
    },
  });
