import type { Item, StoredItem } from '../../domain/items/item.ts';
import { toJsonInteger } from '../../domain/money/money.ts';
import type { ItemStore } from '../../ports/items.ts';
import type { Database } from '../database/database.ts';
import { ITEM_COLUMNS, type ItemRecord, readItem, type WantedItems } from './find-items.ts';

/** What all catalogs of one database share. */
export interface ItemParts {
  reader: Database;
  findItems: (wanted: WantedItems) => Promise<StoredItem[]>;
}

/** The catalog of one merchant in one mode. */
export class PostgresItems implements ItemStore {
  readonly #database: Database;
  readonly #findItems: ItemParts['findItems'];
  readonly #merchant: string;
  readonly #livemode: boolean;

  constructor({ reader, findItems }: ItemParts, merchant: string, livemode: boolean) {
    this.#database = reader;
    this.#findItems = findItems;
    this.#merchant = merchant;
    this.#livemode = livemode;
  }

  find(itemIds: readonly string[]): Promise<StoredItem[]> {
    return this.#findItems({ merchant: this.#merchant, livemode: this.#livemode, itemIds });
  }

  async list({ after, limit }: { after: string | undefined; limit: number }): Promise<StoredItem[]> {
    const rows = await this.#database.query<ItemRecord>({
      name: 'list-items',
      text: `SELECT ${ITEM_COLUMNS} FROM florin_data.items
             WHERE merchant_id = $1 AND livemode = $2 AND item_id > $3
             ORDER BY item_id LIMIT $4`,
      values: [this.#merchant, this.#livemode, after ?? '', limit],
    });
    return rows.map(readItem);
  }

  async insert(item: Item, nowMs: number): Promise<boolean> {
    const rows = await this.#database.query({
      name: 'insert-item',
      text: `INSERT INTO florin_data.items (merchant_id, livemode, item_id, name, unit_amount, currency, updated_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7)
             ON CONFLICT DO NOTHING RETURNING item_id`,
      values: [
        this.#merchant,
        this.#livemode,
        item.itemId,
        item.name,
        toJsonInteger(item.unitAmount),
        item.currency,
        new Date(nowMs),
      ],
    });
    return rows.length === 1;
  }

  /** Writes items in order of their IDs, so concurrent imports lock rows in the same order and cannot deadlock. */
  async put(items: readonly Item[], nowMs: number): Promise<number> {
    const [row] = await this.#database.query<{ created: number }>({
      name: 'put-items',
      text: `WITH stored AS (
               INSERT INTO florin_data.items (merchant_id, livemode, item_id, name, unit_amount, currency, updated_at)
               SELECT $1, $2, item_id, name, unit_amount, currency, $4
               FROM jsonb_to_recordset($3::jsonb) AS row (item_id text, name text, unit_amount bigint, currency text)
               ORDER BY item_id COLLATE "C"
               ON CONFLICT (merchant_id, livemode, item_id) DO UPDATE
               SET name = excluded.name, unit_amount = excluded.unit_amount, currency = excluded.currency,
                   updated_at = excluded.updated_at
               RETURNING xmax = 0 AS fresh
             )
             SELECT count(*) FILTER (WHERE fresh)::int AS created FROM stored`,
      values: [
        this.#merchant,
        this.#livemode,
        JSON.stringify(
          items.map((item) => ({
            item_id: item.itemId,
            name: item.name,
            unit_amount: toJsonInteger(item.unitAmount),
            currency: item.currency,
          })),
        ),
        new Date(nowMs),
      ],
    });
    return row?.created ?? 0;
  }

  async remove(itemId: string): Promise<boolean> {
    const rows = await this.#database.query({
      name: 'remove-item',
      text: `DELETE FROM florin_data.items
             WHERE merchant_id = $1 AND livemode = $2 AND item_id = $3 RETURNING item_id`,
      values: [this.#merchant, this.#livemode, itemId],
    });
    return rows.length === 1;
  }
}
