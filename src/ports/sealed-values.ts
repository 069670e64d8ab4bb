import type { ControlCell, SealedCell } from '../domain/secrets/sealed-cell.ts';

export interface SealedValue<Cell extends SealedCell = SealedCell> {
  cell: Cell;
  sealed: string;
}

/** Everything that the vault has sealed in one plane of one database. */
export interface SealedColumns<Cell extends SealedCell> {
  /** A page in the order of columns and rows, after a cell. */
  list(after: Cell | undefined, limit: number): Promise<SealedValue<Cell>[]>;
  /** Writes the new text, unless the old one has changed meanwhile. */
  replace(value: SealedValue<Cell>, sealed: string): Promise<void>;
}

/** Everything that the vault has sealed in the control plane. */
export interface SealedValues extends SealedColumns<ControlCell> {
  /** From the next start on, a process accepts only values that are bound to their rows and sealed with this secret. */
  markBound(): Promise<void>;
}
