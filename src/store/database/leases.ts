import type { Leases } from '../../ports/leases.ts';
import type { Database } from './database.ts';

/** Higher than any token issued by the previous version, which used another table. */
const FIRST_TOKEN = 1_000_000;

export function leaseTable(database: Database): Leases {
  return {
    async take(name, holder, nowMs, untilMs) {
      const [row] = await database.query<{ token: string }>({
        name: 'take-lease',
        text: `INSERT INTO florin_control.leases AS lease (name, holder, token, leased_until)
               VALUES ($1, $2, ${FIRST_TOKEN}, $4)
               ON CONFLICT (name) DO UPDATE SET holder = $2, leased_until = $4,
                 token = CASE WHEN lease.holder = $2 AND lease.leased_until > $3 THEN lease.token ELSE lease.token + 1 END
               WHERE lease.holder = $2 OR lease.leased_until <= $3 OR lease.leased_until > $5
               RETURNING token`,
        values: [name, holder, new Date(nowMs), new Date(untilMs), new Date(2 * untilMs - nowMs)],
      });
      return row && Number(row.token);
    },

    async listHeld(names, nowMs) {
      const rows = await database.query<{ name: string }>({
        name: 'list-held-leases',
        text: 'SELECT name FROM florin_control.leases WHERE name = ANY ($1::text[]) AND leased_until > $2',
        values: [names, new Date(nowMs)],
      });
      return rows.map(({ name }) => name);
    },
  };
}
