import type { Database } from '../database/database.ts';

export const AMOUNTS_HELD_UNTIL = 'amounts_held_until';

/** Until when a restored server issues no exact amounts; 0 if it was not restored. It cannot change while servers run. */
export async function readAmountHold(database: Database): Promise<number> {
  const [row] = await database.query<{ value: string }>({
    name: 'read-amount-hold',
    text: 'SELECT value FROM florin_control.settings WHERE name = $1',
    values: [AMOUNTS_HELD_UNTIL],
  });
  return row ? Date.parse(row.value) : 0;
}
