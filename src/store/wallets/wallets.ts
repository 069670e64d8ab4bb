import { idFromUuid, uuidOf } from '../../domain/ids.ts';
import type { StoredWallet, Wallets } from '../../ports/wallets.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { Database } from '../database/database.ts';

interface WalletRecord {
  id: string;
  merchant_id: string;
  livemode: boolean;
  network: string;
  kind: StoredWallet['kind'];
  sealed_text: string;
  fingerprint: string;
  next_index: number;
  created_at: Date;
  effective_at: Date;
  removed_at: Date | null;
}

const COLUMNS = `id, merchant_id, livemode, network, kind, sealed_text, fingerprint, next_index, created_at,
  effective_at, removed_at`;

const readWallet = (row: WalletRecord): StoredWallet => ({
  id: idFromUuid('wal', row.id),
  merchantId: idFromUuid('mer', row.merchant_id),
  livemode: row.livemode,
  network: row.network,
  kind: row.kind,
  sealedText: row.sealed_text,
  fingerprint: row.fingerprint,
  nextIndex: row.next_index,
  createdAtMs: row.created_at.getTime(),
  effectiveAtMs: row.effective_at.getTime(),
  removedAtMs: row.removed_at?.getTime(),
});

export function walletTable(database: Database): Wallets {
  return {
    insert(wallet, audit) {
      return database.transaction(async (run) => {
        // A wallet that is added again keeps its row and its index.
        const [row] = await run<WalletRecord>(
          `INSERT INTO florin_control.wallets AS wallet (id, merchant_id, livemode, network, kind, sealed_text,
             fingerprint, next_index, created_at, effective_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
           ON CONFLICT (network, fingerprint) DO UPDATE SET removed_at = NULL,
             next_index = greatest(wallet.next_index, excluded.next_index),
             created_at = CASE WHEN wallet.removed_at <= excluded.created_at THEN excluded.created_at
               ELSE wallet.created_at END,
             effective_at = CASE WHEN wallet.removed_at <= excluded.created_at THEN excluded.effective_at
               ELSE least(wallet.effective_at, excluded.effective_at) END
           WHERE wallet.merchant_id = $2 AND wallet.livemode = $3
           RETURNING ${COLUMNS}`,
          [
            uuidOf(wallet.id),
            uuidOf(wallet.merchantId),
            wallet.livemode,
            wallet.network,
            wallet.kind,
            wallet.sealedText,
            wallet.fingerprint,
            wallet.nextIndex,
            new Date(wallet.createdAtMs),
            new Date(wallet.effectiveAtMs),
          ],
        );
        if (!row) return undefined;
        const stored = readWallet(row);
        // The previous wallet stays active until this one takes over.
        await run(
          `UPDATE florin_control.wallets SET removed_at = $5
           WHERE merchant_id = $1 AND livemode = $2 AND network = $3 AND fingerprint <> $4
             AND (removed_at IS NULL OR removed_at > $5)`,
          [
            uuidOf(wallet.merchantId),
            wallet.livemode,
            wallet.network,
            wallet.fingerprint,
            new Date(Math.max(stored.effectiveAtMs, wallet.createdAtMs)),
          ],
        );
        const details = { ...audit.details, effective_at: row.effective_at.toISOString() };
        await writeAudit(run, { ...audit, subject: stored.id, details });
        return stored;
      });
    },

    async list(merchantId, livemode) {
      const rows = await database.query<WalletRecord>({
        name: 'list-wallets',
        text: `SELECT ${COLUMNS} FROM florin_control.wallets WHERE merchant_id = $1 AND livemode = $2 ORDER BY network, id`,
        values: [uuidOf(merchantId), livemode],
      });
      return rows.map(readWallet);
    },

    remove(id, merchantId, livemode, atMs, audit) {
      return database.transaction(async (run) => {
        const owner = [uuidOf(merchantId), livemode];
        const [removed] = await run<Pick<WalletRecord, 'network' | 'effective_at' | 'removed_at'>>(
          `UPDATE florin_control.wallets AS wallet SET removed_at = $4
           FROM (SELECT id, removed_at FROM florin_control.wallets WHERE id = $3 FOR UPDATE) AS before
           WHERE wallet.id = before.id AND merchant_id = $1 AND livemode = $2
             AND (before.removed_at IS NULL OR before.removed_at > $4)
           RETURNING network, effective_at, before.removed_at`,
          [...owner, uuidOf(id), new Date(atMs)],
        );
        if (!removed) return false;
        if (removed.effective_at.getTime() > atMs) {
          // It never took over, so the wallet before it stays active until the next one takes over.
          await run(
            `UPDATE florin_control.wallets SET removed_at = $5
             WHERE merchant_id = $1 AND livemode = $2 AND network = $3 AND removed_at = $4`,
            [...owner, removed.network, removed.effective_at, removed.removed_at],
          );
        }
        await writeAudit(run, audit);
        return true;
      });
    },

    async takeIndex(id, indexMin) {
      const [row] = await database.query<{ taken: number }>({
        name: 'take-wallet-index',
        text: `UPDATE florin_control.wallets SET next_index = greatest(next_index, $2) + 1 WHERE id = $1
               RETURNING next_index - 1 AS taken`,
        values: [uuidOf(id), indexMin],
      });
      if (!row) throw new Error(`unknown wallet ${id}`);
      return row.taken;
    },
  };
}
