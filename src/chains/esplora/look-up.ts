import type { Transfer } from '../../domain/transfers/transfer.ts';
import { isHash } from '../bitcoin/read-response.ts';
import { transfersOf } from '../bitcoin/read-transaction.ts';
import type { EsploraServer } from './create-esplora-server.ts';

/** Finds a transaction by its ID. A block that is named too, as `<id>@<block hash>`, is not needed here. */
export async function lookUp(
  server: Pick<EsploraServer, 'transaction'>,
  { coin, nowMs }: { coin: string; nowMs: number },
  named: string,
): Promise<Transfer[]> {
  const [tx] = named.trim().toLowerCase().split('@');
  const known = isHash(tx) ? await server.transaction(tx) : undefined;
  if (known === undefined) return [];
  const { transaction, block } = known;
  if (block === undefined) return transfersOf(transaction, coin, { blockHeight: undefined, firstSeenAtMs: nowMs });
  const firstSeenAtMs = Math.min(nowMs, block.timeMs);
  return transfersOf(transaction, coin, { blockHeight: block.height, blockTimeMs: block.timeMs, firstSeenAtMs });
}
