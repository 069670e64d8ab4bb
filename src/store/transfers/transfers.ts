import { Problem } from '../../domain/errors.ts';
import { type IntentId, idFromUuid, type TransferId, uuidOf } from '../../domain/ids.ts';
import type { Intent } from '../../domain/intents/intent.ts';
import { parseDecimal } from '../../domain/money/decimal.ts';
import type { UnmatchedReason } from '../../domain/transfers/transfer.ts';
import type { TransferStore, UnmatchedTransfer } from '../../ports/transfers.ts';
import { type Database, sqlState } from '../database/database.ts';
import { changeIntent } from '../intents/change-intent.ts';
import { findTip } from '../payments/find-tip.ts';

interface Row {
  id: string;
  network: string;
  tx: string;
  tx_index: number;
  address: string;
  asset: string | null;
  token: string | null;
  amount: string;
  block_height: string | null;
  block_time: Date | null;
  refusal: UnmatchedReason;
  intent_id: string | null;
  first_seen_at: Date;
  assigned_to: string | null;
}

const COLUMNS = `id, network, tx, tx_index, address, asset, token, amount, block_height, block_time, refusal, intent_id,
  first_seen_at, assigned_to`;

const readIntentId = (uuid: string | null) => (uuid === null ? undefined : idFromUuid('pi', uuid));

const readTransfer = (row: Row): UnmatchedTransfer => ({
  id: idFromUuid('tr', row.id),
  network: row.network,
  tx: row.tx,
  index: row.tx_index,
  address: row.address,
  asset: row.asset ?? undefined,
  token: row.token ?? undefined,
  amount: parseDecimal(row.amount),
  blockHeight: row.block_height === null ? undefined : Number(row.block_height),
  blockTimeMs: row.block_time?.getTime(),
  reason: row.refusal,
  intentId: readIntentId(row.intent_id),
  firstSeenAtMs: row.first_seen_at.getTime(),
  assignedTo: readIntentId(row.assigned_to),
});

/** The unique index rejects a transfer that already counts for an intent. */
const UNIQUE_VIOLATION = '23505';

const alreadyCounted = () => new Problem('invalid_state', 'This transfer already counts for another payment intent.');

/** The transfers of one merchant in one mode. */
export class PostgresTransfers implements TransferStore {
  readonly #database: Database;
  readonly #merchant: string;
  readonly #livemode: boolean;

  constructor(database: Database, merchant: string, livemode: boolean) {
    this.#database = database;
    this.#merchant = merchant;
    this.#livemode = livemode;
  }

  async list({ unassigned, intentId, olderThan, limit }: Parameters<TransferStore['list']>[0]) {
    const rows = await this.#database.query<Row>({
      name: 'list-transfers',
      text: `SELECT ${COLUMNS} FROM florin_data.transfers
             WHERE merchant_id = $1 AND livemode = $2 AND ($3::uuid IS NULL OR intent_id = $3)
               AND ($4::uuid IS NULL OR id < $4) AND (NOT $5 OR assigned_to IS NULL)
             ORDER BY id DESC LIMIT $6`,
      values: [
        this.#merchant,
        this.#livemode,
        intentId === undefined ? null : uuidOf(intentId),
        olderThan === undefined ? null : uuidOf(olderThan),
        unassigned,
        limit,
      ],
    });
    return rows.map(readTransfer);
  }

  async listDust() {
    const rows = await this.#database.query<{ network: string; asset: string; transfers: string; amount: string }>({
      name: 'list-dust',
      text: `SELECT network, asset, transfers, amount FROM florin_data.dust_counts
             WHERE merchant_id = $1 AND livemode = $2 ORDER BY network COLLATE "C", asset COLLATE "C"`,
      values: [this.#merchant, this.#livemode],
    });
    return rows.map(({ network, asset, transfers, amount }) => ({
      network,
      asset,
      transfers: Number(transfers),
      amount: parseDecimal(amount),
    }));
  }

  assign(
    id: TransferId,
    intentId: IntentId,
    atMs: number,
    change: Parameters<TransferStore['assign']>[3],
  ): Promise<Intent | undefined> {
    const tenancy = { merchant: this.#merchant, livemode: this.#livemode };
    const assigned = this.#database.transaction(async (run) => {
      const [row] = await run<Row>(
        `SELECT ${COLUMNS} FROM florin_data.transfers WHERE merchant_id = $1 AND livemode = $2 AND id = $3 FOR UPDATE`,
        [this.#merchant, this.#livemode, uuidOf(id)],
      );
      if (!row) return undefined;
      const tip = await findTip(run, row.network);
      const intent = await changeIntent(run, tenancy, intentId, atMs, (found) => change(found, readTransfer(row), tip));
      if (!intent) return undefined;
      await run(
        `UPDATE florin_data.transfers SET assigned_to = $4, assigned_at = $5
         WHERE merchant_id = $1 AND livemode = $2 AND id = $3`,
        [this.#merchant, this.#livemode, uuidOf(id), uuidOf(intentId), new Date(atMs)],
      );
      return intent;
    });
    return assigned.catch((error: unknown) => {
      throw sqlState(error) === UNIQUE_VIOLATION ? alreadyCounted() : error;
    });
  }
}
