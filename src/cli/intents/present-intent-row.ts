import type { Intent } from '../../domain/intents/intent.ts';
import { formatDecimal } from '../../domain/money/decimal.ts';
import { toJsonInteger } from '../../domain/money/money.ts';

export const presentIntentRow = (intent: Intent) => ({
  id: intent.id,
  status: intent.status,
  livemode: intent.livemode,
  created_at: new Date(intent.createdAtMs).toISOString(),
  expires_at: new Date(intent.expiresAtMs).toISOString(),
  total_amount: toJsonInteger(intent.totalAmount),
  currency_displayed: intent.currency,
  amount_due: formatDecimal(intent.cryptoAmount),
  asset: intent.asset,
  order_id: intent.orderId ?? null,
  warnings: intent.warnings,
});
