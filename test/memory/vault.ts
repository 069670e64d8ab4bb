import type { SealedCell } from '../../src/domain/secrets/sealed-cell.ts';
import type { Vault } from '../../src/ports/vault.ts';

const sealOf = (cell: SealedCell): string => `sealed for ${cell.join(' ')}:`;

/**
 * Does not encrypt. What was not sealed, or was sealed for another cell, cannot be opened, so that a test notices plain text
 * where it must not be.
 */
export const plainVault: Vault = {
  seal: (plain, cell) => `${sealOf(cell)}${plain}`,
  open(sealed, cell) {
    const seal = sealOf(cell);
    if (!sealed.startsWith(seal)) throw new Error(`this was not ${seal}`);
    return sealed.slice(seal.length);
  },
  reseal: (sealed) => sealed,
};
