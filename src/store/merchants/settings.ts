import { type MerchantId, uuidOf } from '../../domain/ids.ts';
import {
  DEFAULT_SETTINGS,
  type Logo,
  type LogoName,
  type MerchantSettings,
  type PolicySettings,
} from '../../domain/merchants/settings.ts';
import type { Settings } from '../../ports/settings.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { batched } from '../database/batched.ts';
import type { Database, Run } from '../database/database.ts';

export interface PolicyRecord {
  tolerance_percent: string;
  tolerance_amount: string;
  late_stablecoin_seconds: number;
  late_other_seconds: number;
}

interface SettingsRecord extends PolicyRecord {
  merchant_id: string;
  logo_hash: string | null;
  logo_type: LogoName['type'] | null;
  accent_color: string | null;
  support: string | null;
  allowed_origins: string[];
  expires_in_seconds: number;
  log_bodies_test: boolean;
  log_bodies_live: boolean;
}

export const readPolicy = (row: PolicyRecord): PolicySettings => ({
  tolerancePercent: row.tolerance_percent,
  toleranceAmount: row.tolerance_amount,
  latePolicy: { stablecoinSeconds: row.late_stablecoin_seconds, otherSeconds: row.late_other_seconds },
});

const readSettings = (row: SettingsRecord): MerchantSettings => ({
  logo: row.logo_hash !== null && row.logo_type !== null ? { hash: row.logo_hash, type: row.logo_type } : undefined,
  accentColor: row.accent_color ?? undefined,
  support: row.support ?? undefined,
  allowedOrigins: row.allowed_origins,
  expiresInSeconds: row.expires_in_seconds,
  logBodies: { test: row.log_bodies_test, live: row.log_bodies_live },
  ...readPolicy(row),
});

const COLUMNS = `accent_color, allowed_origins, expires_in_seconds, tolerance_percent, tolerance_amount,
  late_stablecoin_seconds, late_other_seconds, log_bodies_test, log_bodies_live, support`;

const FIND = `SELECT merchant_id, ${COLUMNS}, logo_hash, logo_type FROM florin_control.merchant_settings
  WHERE merchant_id = ANY ($1::uuid[])`;

async function findSettings(database: Database, ids: readonly string[]): Promise<MerchantSettings[]> {
  const values = [[...new Set(ids)]];
  const rows = await database.query<SettingsRecord>({ name: 'find-settings', text: FIND, values });
  const found = new Map(rows.map((row) => [row.merchant_id, readSettings(row)]));
  return ids.map((id) => found.get(id) ?? DEFAULT_SETTINGS);
}

export function settingsTable(database: Database): Settings {
  const find = batched((ids: readonly string[]) => findSettings(database, ids));
  return {
    find: (merchantId) => find(uuidOf(merchantId)),

    change(merchantId, change) {
      return database.transaction(async (run) => {
        const id = uuidOf(merchantId);
        const [merchant] = await run<{ name: string }>(
          'SELECT name FROM florin_control.merchants WHERE id = $1 FOR NO KEY UPDATE',
          [id],
        );
        if (!merchant) throw new Error(`unknown merchant ${merchantId}`);
        const [row] = await run<SettingsRecord>(FIND, [[id]]);
        const { after, logo, audit } = change({ name: merchant.name, ...(row ? readSettings(row) : DEFAULT_SETTINGS) });
        await run('UPDATE florin_control.merchants SET name = $2 WHERE id = $1', [id, after.name]);
        await run(
          `INSERT INTO florin_control.merchant_settings (merchant_id, ${COLUMNS}, updated_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
           ON CONFLICT (merchant_id) DO UPDATE SET (${COLUMNS}, updated_at) = ($2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
          [
            id,
            after.accentColor ?? null,
            after.allowedOrigins,
            after.expiresInSeconds,
            after.tolerancePercent,
            after.toleranceAmount,
            after.latePolicy.stablecoinSeconds,
            after.latePolicy.otherSeconds,
            after.logBodies.test,
            after.logBodies.live,
            after.support ?? null,
            new Date(audit.atMs),
          ],
        );
        if (logo !== undefined) await saveLogo(run, merchantId, logo);
        await writeAudit(run, audit);
        return after;
      });
    },

    async findLogo(hash) {
      const [row] = await database.query<{ logo: Buffer; logo_type: LogoName['type'] }>({
        name: 'find-logo',
        text: 'SELECT logo, logo_type FROM florin_control.merchant_settings WHERE logo_hash = $1 LIMIT 1',
        values: [hash],
      });
      return row && { hash, type: row.logo_type, bytes: row.logo };
    },
  };
}

/** Writes all three columns with one statement, so a concurrent change cannot combine a hash with another image. */
async function saveLogo(run: Run, merchantId: MerchantId, logo: Logo | null): Promise<void> {
  await run(
    `UPDATE florin_control.merchant_settings SET (logo, logo_type, logo_hash) = ($2, $3, $4) WHERE merchant_id = $1`,
    [uuidOf(merchantId), logo && Buffer.from(logo.bytes), logo?.type ?? null, logo?.hash ?? null],
  );
}
