import type { SavedViews } from '../../../src/ports/saved-views.ts';
import type { ControlTables } from './tables.ts';

export function memorySavedViews({ savedViews }: ControlTables): SavedViews {
  const of = (merchantId: string) => [...savedViews.values()].filter((view) => view.merchantId === merchantId);
  return {
    list: async (merchantId) =>
      of(merchantId)
        .sort((a, b) => (a.foldedName < b.foldedName ? -1 : 1))
        .map(({ id, name, query, createdAtMs }) => ({ id, name, query, createdAtMs })),

    async save(merchantId, view, max) {
      const same = of(merchantId).find(({ foldedName }) => foldedName === view.foldedName);
      if (!same && of(merchantId).length >= max) return undefined;
      const { id, createdAtMs } = same ?? view;
      savedViews.set(id, { ...view, id, createdAtMs, merchantId });
      return { id, name: view.name, query: view.query, createdAtMs };
    },

    delete: async (merchantId, id) => savedViews.get(id)?.merchantId === merchantId && savedViews.delete(id),
  };
}
