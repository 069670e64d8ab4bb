import type { Item } from '../../../src/domain/items/item.ts';
import type { ItemStore } from '../../../src/ports/items.ts';
import type { TableAccess } from './tables.ts';
import { compareBytes, DuplicateError, isOwn, nameIn, type Owner } from './tables.ts';

export function memoryItems(database: TableAccess, owner: Owner): ItemStore {
  const listAll = () =>
    [...database.tables.items.values()]
      .filter((row) => isOwn(row, owner))
      .map(({ merchantId: _merchantId, livemode: _livemode, ...item }) => item);
  const rowOf = (item: Item, nowMs: number) => ({ ...item, ...owner, updatedAtMs: nowMs });
  return {
    find: async (itemIds) => listAll().filter(({ itemId }) => itemIds.includes(itemId)),

    async list({ after = '', limit }) {
      return listAll()
        .filter(({ itemId }) => compareBytes(itemId, after) > 0)
        .sort((a, b) => compareBytes(a.itemId, b.itemId))
        .slice(0, limit);
    },

    insert: (item, nowMs) =>
      database.run(({ items }) => {
        const name = nameIn(owner, item.itemId);
        if (items.has(name)) return false;
        items.set(name, rowOf(item, nowMs));
        return true;
      }),

    put: (given, nowMs) =>
      database.run(({ items }) => {
        if (new Set(given.map(({ itemId }) => itemId)).size < given.length) throw new DuplicateError('item');
        const created = given.filter(({ itemId }) => !items.has(nameIn(owner, itemId))).length;
        for (const item of given) items.set(nameIn(owner, item.itemId), rowOf(item, nowMs));
        return created;
      }),

    remove: (itemId) => database.run(({ items }) => items.delete(nameIn(owner, itemId))),
  };
}
