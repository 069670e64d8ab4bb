import { LIMITS } from '../../domain/limits.ts';
import { Batcher } from './batcher.ts';
import { databaseAway, isAway, sqlState } from './database.ts';

const BATCH_ROWS_MAX = 256;
const BATCH_ROWS_ENOUGH = 16;
const WAITING_ROWS_MAX = 20_000;

/** How requests of one process share statements. */
export const BATCHES = {
  rowsMax: BATCH_ROWS_MAX,
  rowsEnough: BATCH_ROWS_ENOUGH,
  waitingMax: WAITING_ROWS_MAX,
  waitMsMax: LIMITS.databaseAnswerMsMax,
  isRowError: (error: unknown) => sqlState(error) !== undefined && !isAway(error),
  overdue: () => databaseAway(new Error('the batch did not complete in time')),
};

/**
 * One statement for what several requests want at the same time. None joins a statement that has been sent, so each sees all
 * that was committed before it asked. The results are in the order of what is wanted.
 */
export function batched<Wanted, Found>(
  run: (wanted: readonly Wanted[]) => Promise<Found[]>,
): (wanted: Wanted) => Promise<Found> {
  const batcher = new Batcher(run, BATCHES);
  return (wanted) => batcher.submit(wanted);
}
