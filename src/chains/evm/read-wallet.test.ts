import { mnemonicToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../domain/user-error.ts';
import { deriveAddress } from './derive-address.ts';
import { readExtendedKey } from './read-extended-key.ts';
import { readWallet } from './read-wallet.ts';

const WORDS = 'test test test test test test test test test test test junk';
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const keyAt = (path: `m/44'/60'/${string}`) => mnemonicToAccount(WORDS, { path }).getHdKey();
const xpub = (path: string) => keyAt(path as `m/44'/60'/${string}`).publicExtendedKey;
const read = (text: string) => readWallet({ text }, new Set(['0x00000000000000000000000000000000000c0de6']));

describe('an address', () => {
  it.each([ADDRESS, ADDRESS.toLowerCase(), `0x${ADDRESS.slice(2).toUpperCase()}`, `  ${ADDRESS}\n`])(
    'is accepted and stored with its checksum: %s',
    (text) => expect(read(text)).toEqual({ kind: 'address', text: ADDRESS }),
  );

  it.each([
    [ADDRESS.replace('f39F', 'F39F'), /^The checksum of the address is wrong/],
    [ADDRESS.slice(2), /lacks 0x/],
    [ADDRESS.slice(0, -1), /neither an address nor/],
    ['0x0000000000000000000000000000000000000000', /belongs to the network itself/],
    ['0x0000000000000000000000000000000000000004', /belongs to the network itself/],
    ['0x000000000000000000000000000000000000dEaD', /belongs to the network itself/],
    ['0x4200000000000000000000000000000000000006', /belongs to the network itself/],
    ['0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', /belongs to the network itself/],
    ['0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', /the token itself/],
    ['0x55d398326f99059fF775485246999027B3197955', /the token itself/],
    ['0x00000000000000000000000000000000000c0de6', /the token itself/],
    ['shop.eth', /A name can point to another address/],
    ['pay.shop.example', /A name can point to another address/],
    [`eth:${ADDRESS}`, /something before or after it/],
    [`ethereum:${ADDRESS}@1?value=1`, /something before or after it/],
    ['vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg', /another chain/],
    ['bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', /Bitcoin or Litecoin/],
    ['', /^Enter the address/],
    ['x'.repeat(2_000), /too long/],
    [`0x${'4c0883a69102937d'.repeat(4)}`, /private key or a transaction hash/],
    [WORDS, /seed words/],
    [keyAt("m/44'/60'/0'").privateExtendedKey, /private extended key/],
  ])('is refused with a reason: %s', (text, message) => {
    const attempt = () => read(text);
    expect(attempt).toThrow(UserError);
    expect(attempt).toThrow(message);
  });
});

describe('an extended key', () => {
  it.each(["m/44'/60'/0'", "m/44'/60'/0'/0"])('at %s gives the addresses that wallets show', (path) => {
    const wallet = read(xpub(path));
    expect(wallet).toEqual({ kind: 'extended_key', text: xpub(path) });
    const parent = readExtendedKey(wallet.text);
    for (const addressIndex of [0, 1, 17]) {
      expect(deriveAddress(parent, addressIndex)).toBe(mnemonicToAccount(WORDS, { addressIndex }).address);
    }
  });

  it.each(['m', "m/44'", "m/44'/60'", "m/44'/60'/0'/0/0"])('at %s is refused', (path) => {
    expect(() => read(xpub(path))).toThrow(/at depth \d of its wallet/);
  });

  it('with a wrong letter, or of another chain, is refused', () => {
    const text = xpub("m/44'/60'/0'");
    expect(() => read(`${text.slice(0, -1)}${text.endsWith('1') ? '2' : '1'}`)).toThrow(/checksum/);
    expect(() =>
      read(
        'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs',
      ),
    ).toThrow(/for Bitcoin, Litecoin/);
  });

  it('has addresses only at whole indexes', () => {
    const parent = readExtendedKey(xpub("m/44'/60'/0'"));
    for (const index of [-1, 0.5, 2 ** 31]) expect(() => deriveAddress(parent, index)).toThrow(RangeError);
  });
});
