/**
 * Why a network cannot be read: its nodes do not answer, or what they say cannot be true. Either way nothing is credited
 * and the cursor stays; only the second is worth an alarm at once.
 */
export type ChainErrorKind = 'away' | 'distrusted';

export class ChainError extends Error {
  readonly kind: ChainErrorKind;

  constructor(kind: ChainErrorKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'ChainError';
    this.kind = kind;
  }
}
