import { getBase58Decoder } from '@solana/kit';
import { describe, expect, it } from 'vitest';
import { readWallet as readBitcoinWallet } from '../../chains/bitcoin/read-wallet.ts';
import { readWallet as readSolanaWallet } from '../../chains/solana/read-wallet.ts';
import { NETWORKS } from '../networks/network.ts';
import { UserError } from '../user-error.ts';

const WORDS = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const ZPRV =
  'zprvAdG4iTXWBoARxkkzNpNh8r6Qag3irQB8PzEMkAFeTRXxHpbF9z4QgEvBRmfvqWvGp42t42nvgGpNgYSJA9iefm1yYNZKEm7z6qUWCroSQnE';
const XPUB =
  'xpub6CUGRUonZSQ4TWtTMmzXdrXDtypWKiKrhko4egpiMZbpiaQL2jkwSB1icqYh2cfDfVxdx4df189oLKnC5fSwqPfgyP3hooxujYzAu3fDVmz';
const numbers = (count: number) => JSON.stringify(Array.from({ length: count }, (_, index) => index + 100));

/** How each kind of chain refuses a text. */
const errorsOf = (text: string): UserError[] =>
  [() => readBitcoinWallet({ text }, NETWORKS.bitcoin), () => readSolanaWallet({ text }, new Set<string>())].flatMap(
    (read) => {
      try {
        read();
        return [];
      } catch (error) {
        return error instanceof UserError ? [error] : [];
      }
    },
  );

describe('a text that is no wallet', () => {
  it.each([
    ['an extended private key', ZPRV],
    ['the same, cut off', ZPRV.slice(0, 60)],
    ['a descriptor with one', `wpkh([d34db33f/84h/0h/0h]${ZPRV}/0/*)`],
    ['a private key of Litecoin', `Ltpv${ZPRV.slice(4)}`],
    ['a private key of one address', '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ'],
    ['seed words', WORDS],
    ['seed words in capitals, numbered, on lines', WORDS.toUpperCase().replaceAll(' ', '\n7. ')],
    ['a key pair of Solana', getBase58Decoder().decode(new Uint8Array(64).fill(7))],
    ['a key pair as numbers', numbers(64).replaceAll(',', ',\n  ')],
    ['half of one', numbers(32)],
    ['a key pair in hex', 'ab'.repeat(64)],
  ])('is known to every chain as what could spend: %s', (_what, text) => {
    const errors = errorsOf(text);
    expect(errors.map(({ code }) => code)).toEqual(['private_key_given', 'private_key_given']);
    for (const { message } of errors)
      expect(message).toContain(
        'compromised, because this secret was sent to a server. Move the money to a new wallet.',
      );
  });

  it.each([
    ['nothing', ''],
    ['an address', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
    ['an old address', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['an extended public key', XPUB],
    ['an address of Ethereum', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'],
    ['the address of a program', '1'.repeat(32)],
    ['a sentence', 'I do not know what to write here.'],
  ])('is not: %s', (_what, text) => {
    for (const error of errorsOf(text)) expect(error.code).not.toBe('private_key_given');
  });
});
