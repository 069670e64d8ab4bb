import type { Vault } from '../../src/ports/vault.ts';

const SEAL = 'sealed:';

/** Does not encrypt. What was not sealed cannot be opened, so that a test notices plain text where it must not be. */
export const plainVault: Vault = {
  seal: (plain) => `${SEAL}${plain}`,
  open(sealed) {
    if (!sealed.startsWith(SEAL)) throw new Error('this was not sealed');
    return sealed.slice(SEAL.length);
  },
};
