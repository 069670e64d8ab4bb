import type { presentIntentRow } from './present-intent-row.ts';

type Row = ReturnType<typeof presentIntentRow>;

/** A payment intent as the API returns it: everything that the command line shows, and more. */
export type RemoteIntent = Omit<Row, 'id' | 'status'> & { id: string; status: string };

/** The same members as those of an intent that was read from the database. */
export const pickIntentRow = (intent: RemoteIntent): RemoteIntent => ({
  id: intent.id,
  status: intent.status,
  livemode: intent.livemode,
  created_at: intent.created_at,
  expires_at: intent.expires_at,
  total_amount: intent.total_amount,
  currency_displayed: intent.currency_displayed,
  amount_due: intent.amount_due,
  asset: intent.asset,
  order_id: intent.order_id,
  warnings: intent.warnings,
});
