import { Problem } from '../domain/errors.ts';
import { UserError } from '../domain/user-error.ts';

/** What a script can rely on. */
export const EXIT_CODES = {
  0: 'done, or stopped with Ctrl-C',
  1: 'failed',
  2: 'wrong usage: unknown command or option, or invalid value',
  3: 'not found',
  4: 'the server or the database cannot be reached; a retry may help',
} as const;

export type ExitCode = 0 | 1 | 2 | 3 | 4;

/** The server or the database did not answer. */
export const UNREACHABLE: ExitCode = 4;

const CODES: Record<string, ExitCode> = {
  usage: 2,
  validation_failed: 2,
  not_found: 3,
  unreachable: UNREACHABLE,
  unavailable: UNREACHABLE,
};

export const exitCodeOf = (error: unknown): ExitCode =>
  (error instanceof UserError || error instanceof Problem ? CODES[error.code ?? ''] : undefined) ?? 1;
