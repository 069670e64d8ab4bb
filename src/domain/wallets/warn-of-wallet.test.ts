import { describe, expect, it } from 'vitest';
import { warnOfWallet } from './warn-of-wallet.ts';

const KEY = { network: 'bitcoin', kind: 'extended_key' } as const;

const codesOf = (kind: 'address' | 'extended_key', unused: number) =>
  warnOfWallet({ network: 'evm', kind }, unused).map(({ code }) => code);

describe('warnOfWallet', () => {
  it('warns of unused addresses from 15 on, and says that those beyond what is counted may be more', () => {
    expect(warnOfWallet(KEY, 14)).toEqual([]);
    expect(warnOfWallet(KEY, 15)).toMatchObject([
      { code: 'many_unused_addresses', detail: expect.stringMatching(/^15 addresses in a row/) },
    ]);
    expect(warnOfWallet(KEY, 20)).toMatchObject([{ detail: expect.stringMatching(/^20 or more addresses in a row/) }]);
  });

  it('says that each address of an EVM key needs a fee to be emptied', () => {
    expect(codesOf('extended_key', 0)).toEqual(['gas_per_address']);
    expect(codesOf('extended_key', 15)).toEqual(['gas_per_address', 'many_unused_addresses']);
    expect(codesOf('address', 0)).toEqual([]);
  });
});
