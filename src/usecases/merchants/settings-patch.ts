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
