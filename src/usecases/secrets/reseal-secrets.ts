import type { SealedCell } from '../../domain/secrets/sealed-cell.ts';
import { UserError } from '../../domain/user-error.ts';
import type { MerchantMoves } from '../../ports/merchant-moves.ts';
import type { Ports } from '../../ports/ports.ts';
import type { SealedColumns, SealedValue } from '../../ports/sealed-values.ts';

const PAGE_SIZE = 500;

/**
 * Seals every value with the current secret and binds it to its row, in every database. Afterwards a previous secret is not
 * needed anymore, and values that are bound to nothing are refused. Can be repeated.
 */
export async function resealSecrets(
  ports: Pick<Ports, 'audit' | 'clock' | 'sealedValues' | 'stores' | 'vault'> & {
    moves: Pick<MerchantMoves, 'list'>;
  },
  actor: string,
): Promise<{ checked: number; resealed: number }> {
  const { sealedValues, stores } = ports;
  const counts = { checked: 0, resealed: 0 };
  await rejectMoves(ports.moves);
  try {
    await resealAll(ports, sealedValues, counts);
    await stores.forEachSealedColumns((columns) => resealAll(ports, columns, counts));
  } catch (error) {
    throw new UserError(`Nothing was finished: ${explain(error)}`);
  }
  await rejectMoves(ports.moves);
  await sealedValues.markBound();
  await ports.audit.record({
    actor,
    action: 'secrets.resealed',
    merchantId: undefined,
    subject: 'vault',
    details: counts,
    atMs: ports.clock.nowMs(),
  });
  return counts;
}

/** What moves from a database whose turn has not come to one whose turn is over would be left out. */
async function rejectMoves(moves: Pick<MerchantMoves, 'list'>): Promise<void> {
  if ((await moves.list()).length > 0)
    throw new UserError('A merchant is being moved to another data store. Run the command again afterwards.');
}

async function resealAll<Cell extends SealedCell>(
  ports: Pick<Ports, 'vault'>,
  columns: SealedColumns<Cell>,
  counts: { checked: number; resealed: number },
): Promise<void> {
  let page: SealedValue<Cell>[] = [];
  do {
    page = await columns.list(page.at(-1)?.cell, PAGE_SIZE);
    for (const value of page) {
      const sealed = ports.vault.reseal(value.sealed, value.cell);
      counts.checked += 1;
      if (sealed === value.sealed) continue;
      await columns.replace(value, sealed);
      counts.resealed += 1;
    }
  } while (page.length === PAGE_SIZE);
}

/** Several databases can fail at once. */
const explain = (error: unknown): string =>
  (error instanceof AggregateError ? (error.errors as unknown[]) : [error])
    .map((one) => (one instanceof Error ? one.message : String(one)))
    .join(' ');
