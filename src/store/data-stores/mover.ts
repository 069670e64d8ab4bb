import type { Client } from 'pg';
import { type DataStoreId, type MerchantId, uuidOf } from '../../domain/ids.ts';
import { UserError } from '../../domain/user-error.ts';
import type { MerchantMove, Mover } from '../../ports/merchant-moves.ts';
import { checkDataRules } from '../backups/check-data-rules.ts';
import { openClient } from '../backups/open-client.ts';
import { deleteLeftovers, hasLeftovers } from './delete-leftovers.ts';
import type { EarlierCursor } from './join-scans.ts';
import { reopenStore } from './move-fence.ts';
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
        return work();
      }),

    transfer: (move, { report, onSwitch }) =>
      inBoth(move, async (from, to) => {
        const merchant = uuidOf(move.merchantId);
        await clearArrival(to, merchant, report);
        return transferMerchant({ from, to, earlier, report, onSwitch, merchant, moveId: move.id });
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

    reopen: ({ from, merchantId, id }) => connect(from, (client) => reopenStore(client, uuidOf(merchantId), id)),

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

/** A merchant that comes back may have left rows behind that nobody deleted yet. */
async function clearArrival(to: Client, merchant: string, report: (text: string) => void): Promise<void> {
  const { rows } = await to.query(`SELECT FROM florin_data.moves WHERE merchant_id = $1 AND state = 'left'`, [
    merchant,
  ]);
  const isOld = rows.length > 0;
  if (!(await hasLeftovers(to, merchant))) return;
  if (!isOld) throw new UserError('The new data store already has data of this merchant that no move left there.');
  report('Deleting what an earlier move left in the new store.');
  await deleteLeftovers(to, merchant);
}
