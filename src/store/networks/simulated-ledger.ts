import { LIMITS } from '../../domain/limits.ts';
import { formatDecimal, parseDecimal } from '../../domain/money/decimal.ts';
import type { SimulationScript } from '../../domain/payments/simulation.ts';
import type { SimulatedLedger, SimulatedTransfer } from '../../ports/simulated-ledger.ts';
import type { Database } from '../database/database.ts';

interface Row {
  number: string;
  address: string;
  asset: string;
  amount: string;
  sent_at: Date;
  script: SimulationScript;
}

const COLUMNS = 'number, address, asset, amount + excess AS amount, sent_at, script';

/** The most that the column `amount` can hold. The rest is in the column `excess`. */
const AMOUNT_MAX = '999999999999999999.999999999999999999';

const readTransfer = (row: Row): SimulatedTransfer => ({
  number: Number(row.number),
  address: row.address,
  asset: row.asset,
  amount: parseDecimal(row.amount),
  sentAtMs: row.sent_at.getTime(),
  script: row.script,
});

export function createSimulatedLedger(database: Database): SimulatedLedger {
  return {
    async send({ address, asset, amount, sentAtMs, script }) {
      return database.transaction(async (run) => {
        // One sender at a time, so numbers are committed in order, no reader skips one, and the count is exact.
        await run('LOCK TABLE florin_control.simulated_transfers IN EXCLUSIVE MODE');
        const sent = await run(
          `INSERT INTO florin_control.simulated_transfers (number, address, asset, amount, excess, sent_at, script)
           SELECT coalesce(max(number), 0) + 1, $1, $2, least($3::numeric, ${AMOUNT_MAX}), greatest($3::numeric - ${AMOUNT_MAX}, 0),
             $4, $5 FROM florin_control.simulated_transfers
           HAVING (SELECT count(*) FROM florin_control.simulated_transfers WHERE address = $1) < $6
           RETURNING number`,
          [address, asset, formatDecimal(amount), new Date(sentAtMs), script, LIMITS.simulatedPaymentsMax],
        );
        return sent.length > 0;
      });
    },

    async after(number, limit) {
      const rows = await database.query<Row>({
        name: 'simulated-transfers-after',
        text: `SELECT ${COLUMNS} FROM florin_control.simulated_transfers WHERE number > $1 ORDER BY number LIMIT $2`,
        values: [number, limit],
      });
      return rows.map(readTransfer);
    },

    async since(timeMs, upTo) {
      const rows = await database.query<Row>({
        name: 'simulated-transfers-since',
        text: `SELECT ${COLUMNS} FROM florin_control.simulated_transfers
               WHERE sent_at >= $1 AND number <= $2 ORDER BY number`,
        values: [new Date(timeMs), upTo],
      });
      return rows.map(readTransfer);
    },
  };
}
