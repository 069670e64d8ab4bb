/**
 * Why a network cannot be read: its nodes do not answer, or what they say cannot be true. Either way nothing is credited
 * and the cursor stays; only the second is worth an alarm at once.
 */
export type ChainFaultKind = 'away' | 'distrusted';

export class ChainFault extends Error {
  readonly kind: ChainFaultKind;

  constructor(kind: ChainFaultKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'ChainFault';
    this.kind = kind;
  }
}
