import { expect, it } from 'vitest';
import { printTransferName, readTransferName } from './transfer-name.ts';

it('the name of a transfer is read as it was printed', () => {
  for (const tx of ['5VERv8NM', 'sim_000000000001', 'with:colons:7']) {
    const name = { network: 'solana-devnet', tx, index: 12 };
    expect(printTransferName(name)).toBe(`solana-devnet:${tx}:12`);
    expect(readTransferName(printTransferName(name))).toEqual(name);
  }
});
