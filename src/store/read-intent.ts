import { parseDecimal } from '../domain/decimal.ts';
import { idFromUuid } from '../domain/ids.ts';
import type { Intent } from '../domain/intent.ts';
import type { IntentStatus } from '../domain/intent-status.ts';
import type { Warning } from '../domain/warnings.ts';

export const INTENT_COLUMNS = `id, livemode, status, sequence, created_at, expires_at, total_amount, tax_amount,
  tax_percent, currency, asset, crypto_amount, customer_email, order_id, warnings, request_body`;

export interface IntentRecord {
  id: string;
  livemode: boolean;
  status: IntentStatus;
  sequence: number;
  created_at: Date;
  expires_at: Date;
  total_amount: string;
  tax_amount: string;
  tax_percent: number;
  currency: string;
  asset: string;
  crypto_amount: string;
  customer_email: string;
  order_id: string | null;
  warnings: Warning[];
  request_body: string;
}

/** A row of `payment_intents` as the domain knows it. */
export function readIntent(row: IntentRecord): Intent {
  return {
    id: idFromUuid('pi', row.id),
    livemode: row.livemode,
    status: row.status,
    sequence: row.sequence,
    createdAtMs: row.created_at.getTime(),
    expiresAtMs: row.expires_at.getTime(),
    totalAmount: BigInt(row.total_amount),
    taxAmount: BigInt(row.tax_amount),
    taxPercent: row.tax_percent,
    currency: row.currency,
    asset: row.asset,
    cryptoAmount: parseDecimal(row.crypto_amount),
    customerEmail: row.customer_email,
    orderId: row.order_id ?? undefined,
    warnings: row.warnings,
    requestBody: row.request_body,
  };
}
