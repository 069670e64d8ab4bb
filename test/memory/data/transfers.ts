import { Problem } from '../../../src/domain/errors.ts';
import type { TransferStore, UnmatchedTransfer } from '../../../src/ports/transfers.ts';
import { changeIntent } from './change-intent.ts';
import type { TableAccess } from './tables.ts';
import { compareBytes, DuplicateError, isOwn, type Owner, type TransferEntry } from './tables.ts';

const readTransfer = ({
  merchantId: _merchantId,
  livemode: _livemode,
  keptAtMs: _keptAtMs,
  ...transfer
}: TransferEntry): UnmatchedTransfer => transfer;

export function memoryTransfers(database: TableAccess, owner: Owner): TransferStore {
  return {
    async list({ unassigned, intentId, olderThan, limit }) {
      return [...database.tables.transfers.values()]
        .filter((entry) => isOwn(entry, owner))
        .filter((entry) => !unassigned || entry.assignedTo === undefined)
        .filter((entry) => intentId === undefined || entry.intentId === intentId)
        .filter((entry) => olderThan === undefined || entry.id < olderThan)
        .sort((a, b) => (a.id < b.id ? 1 : -1))
        .slice(0, limit)
        .map(readTransfer);
    },

    async listDust() {
      return [...database.tables.dust.values()]
        .filter((count) => isOwn(count, owner))
        .map(({ network, asset, transfers, amount }) => ({ network, asset, transfers, amount }))
        .sort((a, b) => compareBytes(`${a.network} ${a.asset}`, `${b.network} ${b.asset}`));
    },

    async assign(id, intentId, atMs, change) {
      try {
        return await database.run((tables) => {
          const found = [...tables.transfers].find(([, one]) => one.id === id && isOwn(one, owner));
          if (!found) return undefined;
          const [name, entry] = found;
          const tip = tables.scans.get(entry.network)?.tip ?? { tipHeight: 0 };
          const intent = changeIntent(tables, { ...owner, id: intentId }, atMs, (current) =>
            change(current, readTransfer(entry), tip),
          );
          if (intent) tables.transfers.set(name, { ...entry, assignedTo: intentId });
          return intent;
        });
      } catch (error) {
        if (!(error instanceof DuplicateError)) throw error;
        throw new Problem('invalid_state', 'This transfer is a payment of another payment intent.');
      }
    },
  };
}
