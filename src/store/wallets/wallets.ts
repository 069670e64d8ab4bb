import { walletEvent } from '../../domain/events/wallet-event.ts';
import { idFromUuid, uuidOf } from '../../domain/ids.ts';
import type { StoredWallet, WalletRelease, Wallets } from '../../ports/wallets.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { batched } from '../database/batched.ts';
import type { Database, Run } from '../database/database.ts';
import { writeOutgoingEvents } from '../events/write-outgoing-events.ts';

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
  released_at: Date | null;
}

const COLUMNS = `id, merchant_id, livemode, network, kind, sealed_text, fingerprint, next_index, created_at,
  effective_at, removed_at, released_at`;

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
  releasedAtMs: row.released_at?.getTime(),
});

interface WantedIndex {
  wallet: string;
  indexMin: number;
}

/** Each wallet moves on by as many indexes as are wanted of it. Wallets are locked in order, so that none waits in a circle. */
const TAKE_INDEXES = `
WITH wanted AS (
  SELECT wallet, max(index_min) AS index_min, count(*)::int AS count
  FROM unnest($1::uuid[], $2::integer[]) AS one (wallet, index_min) GROUP BY wallet
), locked AS (
  SELECT id FROM florin_control.wallets WHERE id = ANY ($1) ORDER BY id FOR UPDATE
)
UPDATE florin_control.wallets SET next_index = greatest(next_index, index_min) + count
FROM wanted JOIN locked ON locked.id = wallet WHERE wallets.id = wallet
RETURNING wallets.id, next_index - count AS first`;

async function takeIndexes(database: Database, wanted: readonly WantedIndex[]): Promise<(number | undefined)[]> {
  const rows = await database.query<{ id: string; first: number }>({
    name: 'take-wallet-indexes',
    text: TAKE_INDEXES,
    values: [wanted.map(({ wallet }) => wallet), wanted.map(({ indexMin }) => indexMin)],
  });
  const next = new Map(rows.map(({ id, first }) => [id, first]));
  return wanted.map(({ wallet }) => {
    const index = next.get(wallet);
    if (index !== undefined) next.set(wallet, index + 1);
    return index;
  });
}

export function walletTable(database: Database): Wallets {
  const takeIndex = batched((wanted: readonly WantedIndex[]) => takeIndexes(database, wanted));
  return {
    insert: (wallet, audit, release) =>
      database.transaction(async (run) => {
        if (release && !(await releaseWallet(run, release))) return undefined;
        const row = await upsertWallet(run, wallet);
        if (!row && release) throw new Error('a released wallet was taken by another merchant');
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
        await writeOutgoingEvents(run, [walletEvent(stored, 'added', audit.atMs)]);
        return stored;
      }),

    async findHolder(network, fingerprint) {
      const [row] = await database.query<WalletRecord>({
        name: 'find-wallet-holder',
        text: `SELECT ${COLUMNS} FROM florin_control.wallets WHERE network = $1 AND fingerprint = $2`,
        values: [network, fingerprint],
      });
      return row && readWallet(row);
    },

    // The fingerprint of a released wallet has a suffix, so those are searched only where nobody has the wallet now.
    async listHolders(network, fingerprints) {
      const rows = await database.query<Pick<WalletRecord, 'fingerprint' | 'merchant_id' | 'livemode'>>({
        name: 'list-wallet-holders',
        text: `SELECT wanted.fingerprint, holder.merchant_id, holder.livemode
               FROM unnest($2::text[]) AS wanted (fingerprint)
               CROSS JOIN LATERAL (
                 (SELECT merchant_id, livemode FROM florin_control.wallets AS wallet
                  WHERE wallet.network = $1 AND wallet.fingerprint = wanted.fingerprint)
                 UNION ALL
                 (SELECT merchant_id, livemode FROM florin_control.wallets AS wallet
                  WHERE wallet.network = $1 AND released_at IS NOT NULL
                    AND starts_with(wallet.fingerprint, wanted.fingerprint || ' ')
                  ORDER BY released_at DESC LIMIT 1)
                 LIMIT 1
               ) AS holder`,
        values: [network, fingerprints],
      });
      return rows.map(({ fingerprint, merchant_id, livemode }) => ({
        fingerprint,
        merchantId: idFromUuid('mer', merchant_id),
        livemode,
      }));
    },

    release: (release) => database.transaction((run) => releaseWallet(run, release)),

    async list(merchantId, livemode) {
      const rows = await database.query<WalletRecord>({
        name: 'list-wallets',
        text: `SELECT ${COLUMNS} FROM florin_control.wallets WHERE merchant_id = $1 AND livemode = $2 ORDER BY network, id`,
        values: [uuidOf(merchantId), livemode],
      });
      return rows.map(readWallet);
    },

    remove: (id, merchantId, livemode, atMs, audit) =>
      database.transaction(async (run) => {
        const [row] = await run<WalletRecord>(
          `SELECT ${COLUMNS} FROM florin_control.wallets WHERE id = $1 AND merchant_id = $2 AND livemode = $3 FOR UPDATE`,
          [uuidOf(id), uuidOf(merchantId), livemode],
        );
        if (!row || (row.removed_at && row.removed_at.getTime() <= atMs)) return false;
        await endWallet(run, row, atMs);
        await writeAudit(run, audit);
        await writeOutgoingEvents(run, [walletEvent({ ...readWallet(row), removedAtMs: atMs }, 'removed', atMs)]);
        return true;
      }),

    async takeIndex(id, indexMin) {
      const taken = await takeIndex({ wallet: uuidOf(id), indexMin });
      if (taken === undefined) throw new Error(`unknown wallet ${id}`);
      return taken;
    },
  };
}

/** A wallet that is added again keeps its row and its index; a new one continues after the index of those released. */
async function upsertWallet(run: Run, wallet: StoredWallet): Promise<WalletRecord | undefined> {
  const [row] = await run<WalletRecord>(
    `INSERT INTO florin_control.wallets AS wallet (id, merchant_id, livemode, network, kind, sealed_text,
       fingerprint, next_index, created_at, effective_at)
     SELECT $1, $2, $3, $4, $5, $6, $7, greatest($8::integer, max(former.next_index)), $9, $10
     FROM florin_control.wallets AS former
     WHERE former.network = $4 AND former.released_at IS NOT NULL AND starts_with(former.fingerprint, $7)
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
  return row;
}

async function endWallet(run: Run, row: WalletRecord, atMs: number): Promise<void> {
  await run('UPDATE florin_control.wallets SET removed_at = $2 WHERE id = $1', [row.id, new Date(atMs)]);
  if (row.effective_at.getTime() <= atMs) return;
  // It never took over, so the wallet before it stays active until the next one takes over.
  await run(
    `UPDATE florin_control.wallets SET removed_at = $5
     WHERE merchant_id = $1 AND livemode = $2 AND network = $3 AND removed_at = $4`,
    [row.merchant_id, row.livemode, row.network, row.effective_at, row.removed_at],
  );
}

/** The fingerprint is unique, so the row that is released makes room for another one. */
async function releaseWallet(run: Run, { id, removedByMs, atMs, audit }: WalletRelease): Promise<boolean> {
  const [row] = await run<WalletRecord>(
    `SELECT ${COLUMNS} FROM florin_control.wallets WHERE id = $1 AND released_at IS NULL
       AND ($2::timestamptz IS NULL OR removed_at <= $2) FOR UPDATE`,
    [uuidOf(id), removedByMs === undefined ? null : new Date(removedByMs)],
  );
  if (!row) return false;
  if (row.removed_at === null || row.removed_at.getTime() > atMs) await endWallet(run, row, atMs);
  await run(
    `UPDATE florin_control.wallets SET released_at = $2, fingerprint = fingerprint || ' ' || id WHERE id = $1`,
    [row.id, new Date(atMs)],
  );
  await writeAudit(run, audit);
  const wallet = readWallet(row);
  const removedAtMs = Math.min(wallet.removedAtMs ?? atMs, atMs);
  await writeOutgoingEvents(run, [walletEvent({ ...wallet, removedAtMs, releasedAtMs: atMs }, 'released', atMs)]);
  return true;
}
