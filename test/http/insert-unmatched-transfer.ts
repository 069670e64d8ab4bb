import { randomUUID } from 'node:crypto';
import { idFromUuid, type MerchantId, uuidOf } from '../../src/domain/ids.ts';
import { runSql } from '../support/databases.ts';

/** Stores a transfer without a reference, as the watcher would. */
export async function insertUnmatchedTransfer(
  databaseUrl: string,
  merchantId: string,
  livemode = false,
  tx = randomUUID(),
): Promise<string> {
  const uuid = randomUUID();
  await runSql(
    databaseUrl,
    `INSERT INTO florin_data.transfers (merchant_id, livemode, id, network, tx, tx_index, address, asset, amount,
       block_height, refusal, first_seen_at, kept_at)
     VALUES ($1, $4, $2, 'simulated', $3, 0, 'a', 'SOL', 0.5, 1, 'no_reference', now(), now())`,
    [uuidOf(merchantId as MerchantId), uuid, tx, livemode],
  );
  return idFromUuid('tr', uuid);
}
