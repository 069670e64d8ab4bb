/**
 * The statement that writes events, and the only one: it runs in the transaction that causes them. The source is a
 * sub-select or a common table expression with the columns that are listed here.
 */
export const writeEvents = (source: string): string =>
  `INSERT INTO florin_data.events (merchant_id, livemode, intent_id, sequence, type, changes, created_at)
   SELECT merchant_id, livemode, intent_id, sequence, type, changes, created_at FROM ${source}`;
