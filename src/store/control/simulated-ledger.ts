import { formatDecimal, parseDecimal } from '../../domain/decimal.ts';
import type { SimulatedLedger } from '../../payment-ports.ts';
import type { Database } from '../database.ts';

interface Row {
  number: string;
  address: string;
  asset: string;
  amount: string;
  sent_at: Date;
}

export function createSimulatedLedger(database: Database): SimulatedLedger {
  return {
    async send({ address, asset, amount, atMs }) {
      await database.transaction(async (run) => {
        // One sender at a time, so that numbers are committed in their order and no reader skips one.
        await run('LOCK TABLE florin_control.simulated_transfers IN EXCLUSIVE MODE');
        await run(
          `INSERT INTO florin_control.simulated_transfers (number, address, asset, amount, sent_at)
           SELECT coalesce(max(number), 0) + 1, $1, $2, $3, $4 FROM florin_control.simulated_transfers`,
          [address, asset, formatDecimal(amount), new Date(atMs)],
        );
      });
    },

    async after(number, limit) {
      const rows = await database.query<Row>({
        name: 'simulated-transfers-after',
        text: `SELECT number, address, asset, amount, sent_at FROM florin_control.simulated_transfers
               WHERE number > $1 ORDER BY number LIMIT $2`,
        values: [number, limit],
      });
      return rows.map((row) => ({
        number: Number(row.number),
        address: row.address,
        asset: row.asset,
        amount: parseDecimal(row.amount),
        sentAtMs: row.sent_at.getTime(),
      }));
    },
  };
}
