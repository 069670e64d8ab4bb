import type { SealedCell } from '../domain/secrets/sealed-cell.ts';

export interface SealedValue {
  cell: SealedCell;
  sealed: string;
}

/** Everything that the vault has sealed. */
export interface SealedValues {
  /** A page in the order of columns and rows, after a cell. */
  list(after: SealedCell | undefined, limit: number): Promise<SealedValue[]>;
  /** Writes the new text, unless the old one has changed meanwhile. */
  replace(value: SealedValue, sealed: string): Promise<void>;
  /** From the next start on, a process accepts only values that are bound to their rows and sealed with this secret. */
  markBound(): Promise<void>;
}
