import { LIMITS } from '../../../src/domain/limits.ts';
import { ZERO } from '../../../src/domain/money/money.ts';
import type { SimulatedLedger } from '../../../src/ports/simulated-ledger.ts';
import type { ControlTables } from './tables.ts';

export const memorySimulatedLedger = ({ simulatedTransfers: sent }: ControlTables): SimulatedLedger => ({
  async send(transfer) {
    if (transfer.amount <= ZERO) throw new Error('violates check constraint: amount > 0');
    if (sent.filter(({ address }) => address === transfer.address).length >= LIMITS.simulatedPaymentsMax) return false;
    sent.push({ ...transfer, number: sent.length + 1 });
    return true;
  },

  after: async (number, limit) => sent.filter((transfer) => transfer.number > number).slice(0, limit),

  since: async (timeMs, upTo) => sent.filter(({ number, sentAtMs }) => sentAtMs >= timeMs && number <= upTo),
});
