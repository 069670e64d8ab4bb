import type { MerchantId } from '../../../src/domain/ids.ts';
import type { MerchantMove, MerchantMoves } from '../../../src/ports/merchant-moves.ts';
import type { Merchants } from '../../../src/ports/merchants.ts';

export function memoryMoves(merchants: Pick<Merchants, 'setDataStore'>): MerchantMoves {
  const rows = new Map<MerchantId, MerchantMove>();
  return {
    async start(move) {
      if (rows.has(move.merchantId)) throw new Error(`${move.merchantId} is moving already`);
      rows.set(move.merchantId, move);
    },
    find: async (id) => rows.get(id),
    list: async () => [...rows.values()],
    async switch(move, audit) {
      const found = rows.get(move.merchantId);
      if (found?.id !== move.id) throw new Error(`the move ${move.id} has ended`);
      if (found.state === 'switched') return;
      rows.set(move.merchantId, { ...move, state: 'switched' });
      await merchants.setDataStore(move.merchantId, move.to, audit);
    },
    async end(move) {
      rows.delete(move.merchantId);
    },
  };
}
