import { idFromUuid, uuidOf } from '../../domain/ids.ts';
import type { StoredWallet, WalletPlane } from '../../payment-ports.ts';
import type { Database } from '../database.ts';
import { writeAudit } from './audit.ts';

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

export function walletTable(database: Database): WalletPlane {
  return {
    insertWallet(wallet, audit) {
      return database.transaction(async (run) => {
        // A wallet that comes back goes on where it ended: its row, with its index, was never deleted.
        const kept = await run(
          `INSERT INTO florin_control.wallets AS wallet (id, merchant_id, livemode, network, kind, sealed_text,
             fingerprint, next_index, created_at, effective_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
           ON CONFLICT (network, fingerprint) DO UPDATE SET removed_at = NULL, created_at = excluded.created_at,
             effective_at = excluded.effective_at, next_index = greatest(wallet.next_index, excluded.next_index)
           WHERE wallet.merchant_id = $2 AND wallet.livemode = $3
           RETURNING id`,
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
        if (kept.length === 0) return false;
        // The one before it serves until this one does.
        await run(
          `UPDATE florin_control.wallets SET removed_at = $5
           WHERE merchant_id = $1 AND livemode = $2 AND network = $3 AND fingerprint <> $4
             AND (removed_at IS NULL OR removed_at > $5)`,
          [
            uuidOf(wallet.merchantId),
            wallet.livemode,
            wallet.network,
            wallet.fingerprint,
            new Date(wallet.effectiveAtMs),
          ],
        );
        await writeAudit(run, audit);
        return true;
      });
    },

    async listWallets(merchantId, livemode) {
      const rows = await database.query<WalletRecord>({
        name: 'list-wallets',
        text: `SELECT id, merchant_id, livemode, network, kind, sealed_text, fingerprint, next_index, created_at,
                 effective_at, removed_at
               FROM florin_control.wallets WHERE merchant_id = $1 AND livemode = $2 ORDER BY network, id`,
        values: [uuidOf(merchantId), livemode],
      });
      return rows.map(readWallet);
    },

    removeWallet(id, merchantId, livemode, atMs, audit) {
      return database.transaction(async (run) => {
        const removed = await run(
          `UPDATE florin_control.wallets SET removed_at = $4
           WHERE id = $1 AND merchant_id = $2 AND livemode = $3 AND (removed_at IS NULL OR removed_at > $4)
           RETURNING id`,
          [uuidOf(id), uuidOf(merchantId), livemode, new Date(atMs)],
        );
        if (removed.length > 0) await writeAudit(run, audit);
        return removed.length > 0;
      });
    },

    async takeWalletIndex(id, indexMin) {
      const [row] = await database.query<{ taken: number }>({
        name: 'take-wallet-index',
        text: `UPDATE florin_control.wallets SET next_index = greatest(next_index, $2) + 1 WHERE id = $1
               RETURNING next_index - 1 AS taken`,
        values: [uuidOf(id), indexMin],
      });
      if (!row) throw new Error(`the wallet ${id} is not known`);
      return row.taken;
    },
  };
}
