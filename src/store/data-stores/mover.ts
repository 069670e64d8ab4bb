import type { Client } from 'pg';
import { type DataStoreId, type MerchantId, uuidOf } from '../../domain/ids.ts';
import { UserError } from '../../domain/user-error.ts';
import type { MerchantMove, Mover } from '../../ports/merchant-moves.ts';
import { checkDataRules } from '../backups/check-data-rules.ts';
import { openClient } from '../backups/open-client.ts';
import { deleteLeftovers, listLeftovers } from './delete-leftovers.ts';
import type { EarlierCursor } from './join-scans.ts';
import { abandonMove, reopenStore } from './move-fence.ts';
import { TABLES_IN_USE } from './moved-tables.ts';
import { HOLD_MERCHANT, inTransaction, runOn } from './mover-session.ts';
import { copyLateRequests, transferMerchant } from './transfer-merchant.ts';

/** An arbitrary constant that must be the same in all processes. */
const ONE_MOVER_LOCK = 6_702_031;

interface MoverParts {
  /** Leads to the server of a data store itself, past a pooler. The main database has no ID. */
  urlOf: (id: DataStoreId | undefined) => Promise<string>;
  earlier: EarlierCursor;
}

/** Moves the rows of merchants with two connections: one to the old store and one to the new one. */
export function postgresMover({ urlOf, earlier }: MoverParts): Mover {
  const locks = new Map<MerchantId, Client>();
  const connect = async <Result>(id: DataStoreId | undefined, work: (client: Client) => Promise<Result>) => {
    const client = await openClient(await urlOf(id), 'florin-mover');
    try {
      return await work(client);
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  const inBoth = <Result>({ from, to }: MerchantMove, work: (from: Client, to: Client) => Promise<Result>) =>
    connect(from, (source) => connect(to, (target) => work(source, target)));

  return {
    exclusively: (merchantId, work) =>
      connect(undefined, async (client) => {
        await lockMover(client, merchantId);
        locks.set(merchantId, client);
        return work().finally(() => locks.delete(merchantId));
      }),

    transfer: (move, { report, onSwitch }) =>
      inBoth(move, async (from, to) => {
        const merchant = uuidOf(move.merchantId);
        await clearArrival(to, merchant, report);
        // A lock that was lost with its connection may belong to another process by now.
        const confirmAlone = async () => void (await locks.get(move.merchantId)?.query('SELECT'));
        return transferMerchant({ from, to, earlier, report, onSwitch, confirmAlone, merchant, moveId: move.id });
      }),

    hasArrived: ({ to, merchantId, id }) =>
      connect(to, (client) =>
        inTransaction(client, async () => {
          await client.query(HOLD_MERCHANT, [uuidOf(merchantId)]);
          const { rows } = await client.query(
            `SELECT FROM florin_data.moves WHERE merchant_id = $1 AND move_id = $2 AND state = 'arrived'`,
            [uuidOf(merchantId), id],
          );
          return rows.length > 0;
        }),
      ),

    abandon: ({ from, merchantId, id }) =>
      connect(from, (client) => inTransaction(client, () => abandonMove(client, uuidOf(merchantId), id))),

    reopen: ({ from, merchantId, id }) =>
      connect(from, (client) => inTransaction(client, () => reopenStore(client, uuidOf(merchantId), id, earlier))),

    listBrokenRules: ({ to, merchantId }) =>
      connect(to, async (client) => {
        const { broken } = await checkDataRules(runOn(client), uuidOf(merchantId));
        return broken.map(({ rule, rows, example }) => `${rule} (${rows}, for example ${example})`);
      }),

    cleanUp: (move) =>
      inBoth(move, async (from, to) => {
        const merchant = uuidOf(move.merchantId);
        await copyLateRequests(from, to, merchant, move.startedAtMs);
        await deleteLeftovers(from, merchant);
      }),
  };
}

async function lockMover(client: Client, merchantId: MerchantId): Promise<void> {
  const { rows } = await client.query<{ locked: boolean }>(
    'SELECT pg_try_advisory_lock($1, hashtext($2::uuid::text)) AS locked',
    [ONE_MOVER_LOCK, uuidOf(merchantId)],
  );
  if (!rows[0]?.locked) throw new UserError(`Another process is moving ${merchantId}. Wait until it is done.`);
}

/**
 * A merchant that comes back may have left rows behind that nobody deleted yet. `set-store`, too, leaves old events behind;
 * it takes only merchants without rows that tie them to their store.
 */
async function clearArrival(to: Client, merchant: string, report: (text: string) => void): Promise<void> {
  const found = await listLeftovers(to, merchant);
  if (found.length === 0) return;
  const { rows } = await to.query(`SELECT FROM florin_data.moves WHERE merchant_id = $1 AND state = 'left'`, [
    merchant,
  ]);
  if (rows.length === 0 && found.some((table) => TABLES_IN_USE.includes(table)))
    throw new UserError('The new data store already has data of this merchant that no move left there.');
  report('Deleting what is left of the merchant in the new store.');
  await deleteLeftovers(to, merchant);
}
