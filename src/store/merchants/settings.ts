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
  /** Whether the merchant has a row of settings. */
  changed: boolean;
  name: string;
  legal_name: string | null;
  seller_address: string[];
  tax_id: string | null;
  invoice_prefix: string;
  invoice_footer: string | null;
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
  name: row.name,
  legalName: row.legal_name ?? undefined,
  address: row.seller_address,
  taxId: row.tax_id ?? undefined,
  invoicePrefix: row.invoice_prefix,
  invoiceFooter: row.invoice_footer ?? undefined,
  logo: row.logo_hash !== null && row.logo_type !== null ? { hash: row.logo_hash, type: row.logo_type } : undefined,
  accentColor: row.accent_color ?? undefined,
  support: row.support ?? undefined,
  allowedOrigins: row.allowed_origins,
  expiresInSeconds: row.expires_in_seconds,
  logBodies: { test: row.log_bodies_test, live: row.log_bodies_live },
  ...readPolicy(row),
});

const COLUMNS = `accent_color, allowed_origins, expires_in_seconds, tolerance_percent, tolerance_amount,
  late_stablecoin_seconds, late_other_seconds, log_bodies_test, log_bodies_live, legal_name, seller_address, tax_id,
  invoice_prefix, invoice_footer, support`;

/** `$1` is the merchant, the last one the time. */
const PLACES = Array.from({ length: COLUMNS.split(',').length + 2 }, (_, index) => `$${index + 1}`).join(', ');

/** A merchant that never changed its settings has no row of them. */
const FIND = `SELECT id AS merchant_id, name, ${COLUMNS}, logo_hash, logo_type, merchant_id IS NOT NULL AS changed
  FROM florin_control.merchants LEFT JOIN florin_control.merchant_settings ON merchant_id = id
  WHERE id = ANY ($1::uuid[])`;

async function findSettings(database: Database, ids: readonly string[]): Promise<MerchantSettings[]> {
  const values = [[...new Set(ids)]];
  const rows = await database.query<SettingsRecord>({ name: 'find-settings', text: FIND, values });
  const found = new Map(rows.map((row) => [row.merchant_id, settingsIn(row)]));
  return ids.map((id) => found.get(id) ?? DEFAULT_SETTINGS);
}

const settingsIn = (row: SettingsRecord): MerchantSettings =>
  row.changed ? readSettings(row) : { ...DEFAULT_SETTINGS, name: row.name };

export function settingsTable(database: Database): Settings {
  const find = batched((ids: readonly string[]) => findSettings(database, ids));
  return {
    find: (merchantId) => find(uuidOf(merchantId)),

    change(merchantId, change) {
      return database.transaction(async (run) => {
        const id = uuidOf(merchantId);
        await run('SELECT FROM florin_control.merchants WHERE id = $1 FOR NO KEY UPDATE', [id]);
        const [row] = await run<SettingsRecord>(FIND, [[id]]);
        if (!row) throw new Error(`unknown merchant ${merchantId}`);
        const { after, logo, audit } = change(settingsIn(row));
        await run('UPDATE florin_control.merchants SET name = $2 WHERE id = $1', [id, after.name]);
        await run(
          `INSERT INTO florin_control.merchant_settings (merchant_id, ${COLUMNS}, updated_at)
           VALUES (${PLACES})
           ON CONFLICT (merchant_id) DO UPDATE SET (${COLUMNS}, updated_at) = (${PLACES.replace('$1, ', '')})`,
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
            after.legalName ?? null,
            after.address,
            after.taxId ?? null,
            after.invoicePrefix,
            after.invoiceFooter ?? null,
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
