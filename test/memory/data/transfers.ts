import { Problem } from '../../../src/domain/errors.ts';
import { printTransferName } from '../../../src/domain/transfers/transfer-name.ts';
import type { TransferStore, UnmatchedTransfer } from '../../../src/ports/transfers.ts';
import { changeIntent } from './change-intent.ts';
import { dueOf } from './due-of.ts';
import { listSuggestions } from './list-suggestions.ts';
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
    async find(id) {
      const found = [...database.tables.transfers.values()].find((one) => one.id === id && isOwn(one, owner));
      return found && readTransfer(found);
    },

    async list({ unassigned, of, olderThan, limit }) {
      return [...database.tables.transfers.values()]
        .filter((entry) => isOwn(entry, owner))
        .filter((entry) => !unassigned || entry.assignedTo === undefined)
        .filter(
          (entry) =>
            of === undefined || entry.intentId === of.id || of.ambiguousTransfers.includes(printTransferName(entry)),
        )
        .filter((entry) => olderThan === undefined || entry.id < olderThan)
        .sort((a, b) => (a.id < b.id ? 1 : -1))
        .slice(0, limit)
        .map(readTransfer);
    },

    async listClaims(ids) {
      return [...database.tables.claims.values()]
        .filter((claim) => isOwn(claim, owner) && ids.includes(claim.transferId))
        .map(({ transferId, intentId, claimedAtMs, proof }) => ({
          transferId,
          intentId,
          claimedAtMs,
          due: dueOf(database.tables, intentId),
          proof,
        }));
    },

    async suggest(transfers, nowMs) {
      return transfers.flatMap((transfer) => listSuggestions(database.tables, owner, transfer, nowMs));
    },

    async listDust() {
      return [...database.tables.dust.values()]
        .filter((count) => isOwn(count, owner))
        .map(({ network, asset, transfers, amount }) => ({ network, asset, transfers, amount }))
        .sort((a, b) => compareBytes(`${a.network} ${a.asset}`, `${b.network} ${b.asset}`));
    },

    async assign(id, intentId, atMs, change, release) {
      try {
        return await database.run((tables) => {
          const found = [...tables.transfers].find(([, one]) => one.id === id && isOwn(one, owner));
          if (!found) return undefined;
          const [name, entry] = found;
          const tip = tables.scans.get(entry.network)?.tip ?? { tipHeight: 0 };
          const intent = changeIntent(tables, { ...owner, id: intentId }, atMs, (current) =>
            change(current, readTransfer(entry), tip),
          );
          if (!intent) return undefined;
          for (const claim of tables.claims.values()) {
            if (!isOwn(claim, owner) || claim.transferId !== id || claim.intentId === intentId) continue;
            const other = { ...owner, id: claim.intentId };
            changeIntent(tables, other, atMs, (current) => release(current, readTransfer(entry)));
          }
          tables.transfers.set(name, { ...entry, assignedTo: intentId });
          return intent;
        });
      } catch (error) {
        if (!(error instanceof DuplicateError)) throw error;
        throw new Problem('invalid_state', 'This transfer is a payment of another payment intent.');
      }
    },
  };
}
