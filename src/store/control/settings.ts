import { uuidOf } from '../../domain/ids.ts';
import { DEFAULT_SETTINGS, type MerchantSettings } from '../../domain/merchant-settings.ts';
import type { ControlPlane } from '../../ports.ts';
import type { Database } from '../database.ts';
import { writeAudit } from './audit.ts';

interface SettingsRecord {
  logo_url: string | null;
  accent_color: string | null;
  allowed_origins: string[];
  expires_in_seconds: number;
  tolerance_percent: string;
  tolerance_amount: string;
  late_stablecoin_seconds: number;
  late_other_seconds: number;
}

const readSettings = (row: SettingsRecord): MerchantSettings => ({
  logoUrl: row.logo_url ?? undefined,
  accentColor: row.accent_color ?? undefined,
  allowedOrigins: row.allowed_origins,
  expiresInSeconds: row.expires_in_seconds,
  tolerancePercent: row.tolerance_percent,
  toleranceAmount: row.tolerance_amount,
  latePolicy: { stablecoinSeconds: row.late_stablecoin_seconds, otherSeconds: row.late_other_seconds },
});

const COLUMNS = `logo_url, accent_color, allowed_origins, expires_in_seconds, tolerance_percent, tolerance_amount,
  late_stablecoin_seconds, late_other_seconds`;

export function settingsTable(database: Database): Pick<ControlPlane, 'findSettings' | 'saveSettings'> {
  return {
    async findSettings(merchantId) {
      const [row] = await database.query<SettingsRecord>({
        name: 'find-settings',
        text: `SELECT ${COLUMNS} FROM florin_control.merchant_settings WHERE merchant_id = $1`,
        values: [uuidOf(merchantId)],
      });
      return row ? readSettings(row) : DEFAULT_SETTINGS;
    },

    async saveSettings(merchant, settings, audit) {
      await database.transaction(async (run) => {
        await run('UPDATE florin_control.merchants SET name = $2 WHERE id = $1', [uuidOf(merchant.id), merchant.name]);
        await run(
          `INSERT INTO florin_control.merchant_settings (merchant_id, ${COLUMNS}, updated_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
           ON CONFLICT (merchant_id) DO UPDATE SET (${COLUMNS}, updated_at) = ($2, $3, $4, $5, $6, $7, $8, $9, $10)`,
          [
            uuidOf(merchant.id),
            settings.logoUrl ?? null,
            settings.accentColor ?? null,
            settings.allowedOrigins,
            settings.expiresInSeconds,
            settings.tolerancePercent,
            settings.toleranceAmount,
            settings.latePolicy.stablecoinSeconds,
            settings.latePolicy.otherSeconds,
            new Date(audit.atMs),
          ],
        );
        await writeAudit(run, audit);
      });
    },
  };
}
