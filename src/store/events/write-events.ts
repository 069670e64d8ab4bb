/**
 * The only statement that writes events. It runs in the transaction that causes them. `source` is a subquery or a common
 * table expression with the columns listed here.
 */
export const writeEvents = (source: string): string =>
  `INSERT INTO florin_data.events (merchant_id, livemode, intent_id, sequence, type, changes, created_at)
   SELECT merchant_id, livemode, intent_id, sequence, type, changes, created_at FROM ${source}`;
