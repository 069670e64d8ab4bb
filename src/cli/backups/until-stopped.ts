import { UserError } from '../../domain/user-error.ts';
import type { CliContext } from '../command.ts';

/** Runs work that a signal ends in an orderly way: nothing half is left behind. */
export async function untilStopped<Result>(
  context: CliContext,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const signal = context.stopping();
  try {
    return await work(signal);
  } catch (error) {
    throw signal.aborted ? new UserError('Interrupted. Nothing was changed.') : error;
  }
}
