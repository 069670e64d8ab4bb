import { Problem } from '../../domain/errors.ts';
import { type IntentId, idFromUuid, type TransferId, uuidOf } from '../../domain/ids.ts';
import type { Intent } from '../../domain/intents/intent.ts';
import { parseDecimal } from '../../domain/money/decimal.ts';
import type { TransferPage, TransferStore, UnmatchedTransfer } from '../../ports/transfers.ts';
import { type Database, type Run, sqlState } from '../database/database.ts';
import type { Announcer } from '../events/announcer.ts';
import { changeIntent, type Tenancy } from '../intents/change-intent.ts';
import { findTip } from '../payments/find-tip.ts';
import { listClaims } from './list-claims.ts';
import { listSuggestions } from './list-suggestions.ts';
import { listTransfers } from './list-transfers.ts';
import { readTransfer, TRANSFER_COLUMNS, type TransferRow } from './transfer-row.ts';

/** The unique index rejects a transfer that already counts for an intent. */
const UNIQUE_VIOLATION = '23505';

const alreadyCounted = () => new Problem('invalid_state', 'This transfer already counts for another payment intent.');

/** The transfers of one merchant in one mode. */
export class PostgresTransfers implements TransferStore {
  readonly #database: Database;
  readonly #announcer: Announcer;
  readonly #tenancy: Tenancy;

  constructor(shared: { reader: Database; announcer: Announcer }, merchant: string, livemode: boolean) {
    this.#database = shared.reader;
    this.#announcer = shared.announcer;
    this.#tenancy = { merchant, livemode };
  }

  async find(id: TransferId) {
    const [row] = await this.#database.query<TransferRow>({
      name: 'find-transfer',
      text: `SELECT ${TRANSFER_COLUMNS} FROM florin_data.transfers WHERE merchant_id = $1 AND livemode = $2 AND id = $3`,
      values: [this.#tenancy.merchant, this.#tenancy.livemode, uuidOf(id)],
    });
    return row && readTransfer(row);
  }

  list(page: TransferPage) {
    return this.#database.transaction((run) => listTransfers(run, this.#tenancy, page));
  }

  listClaims(ids: readonly TransferId[]) {
    return listClaims(this.#database, this.#tenancy, ids);
  }

  suggest(transfers: readonly UnmatchedTransfer[], nowMs: number) {
    return listSuggestions(this.#database, this.#tenancy, transfers, nowMs);
  }

  async listDust() {
    const rows = await this.#database.query<{ network: string; asset: string; transfers: string; amount: string }>({
      name: 'list-dust',
      text: `SELECT network, asset, transfers, amount FROM florin_data.dust_counts
             WHERE merchant_id = $1 AND livemode = $2 ORDER BY network COLLATE "C", asset COLLATE "C"`,
      values: [this.#tenancy.merchant, this.#tenancy.livemode],
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
    release: Parameters<TransferStore['assign']>[4],
  ): Promise<Intent | undefined> {
    const { merchant, livemode } = this.#tenancy;
    const key = [merchant, livemode, uuidOf(id)];
    const assigned = this.#announcer.after(this.#database, async (changing) => {
      const { run } = changing;
      const [row] = await run<TransferRow>(
        `SELECT ${TRANSFER_COLUMNS} FROM florin_data.transfers WHERE merchant_id = $1 AND livemode = $2 AND id = $3 FOR UPDATE`,
        key,
      );
      if (!row) return undefined;
      const transfer = readTransfer(row);
      const others = await this.#lockClaimants(run, key, intentId);
      const tip = await findTip(run, row.network);
      const intent = await changeIntent(changing, this.#tenancy, intentId, atMs, (found) =>
        change(found, transfer, tip),
      );
      if (!intent) return undefined;
      for (const other of others)
        await changeIntent(changing, this.#tenancy, other, atMs, (found) => release(found, transfer));
      await run(
        `UPDATE florin_data.transfers SET assigned_to = $4, assigned_at = $5
         WHERE merchant_id = $1 AND livemode = $2 AND id = $3`,
        [...key, uuidOf(intentId), new Date(atMs)],
      );
      return intent;
    });
    return assigned.catch((error: unknown) => {
      throw sqlState(error) === UNIQUE_VIOLATION ? alreadyCounted() : error;
    });
  }

  /** Locks an intent and the others that claimed a transfer, in the order of their IDs, as a scan does. */
  async #lockClaimants(run: Run, key: unknown[], intentId: IntentId): Promise<IntentId[]> {
    const rows = await run<{ id: string }>(
      `SELECT id FROM florin_data.payment_intents
       WHERE merchant_id = $1 AND livemode = $2 AND id IN (
         SELECT intent_id FROM florin_data.claims WHERE merchant_id = $1 AND livemode = $2 AND transfer_id = $3
         UNION ALL SELECT $4::uuid)
       ORDER BY id FOR UPDATE`,
      [...key, uuidOf(intentId)],
    );
    return rows.map((row) => idFromUuid('pi', row.id)).filter((id) => id !== intentId);
  }
}
