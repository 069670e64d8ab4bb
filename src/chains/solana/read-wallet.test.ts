import { getBase58Decoder } from '@solana/kit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../domain/user-error.ts';
import { findAssociatedAccount } from './associated-account.ts';
import { readWallet } from './read-wallet.ts';
import { TOKEN_PROGRAM, WRAPPED_SOL } from './well-known.ts';

const WALLET = 'vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg';
const OWN_MINT = 'z91evN8By2sBoKgtFy88RJaWHfsMgkW6CjqWEeGK6Hc';
const base58 = (bytes: number, fill = 7) => getBase58Decoder().decode(new Uint8Array(bytes).fill(fill));
const numbers = (count: number) => JSON.stringify(Array.from({ length: count }, (_, index) => index + 100));
const read = (text: string) => readWallet({ text }, new Set([OWN_MINT]));

describe('a wallet', () => {
  it('is an address on the curve, with or without surrounding whitespace', () => {
    expect(read(WALLET)).toEqual({ kind: 'address', text: WALLET });
    expect(read(`  ${WALLET}\n`)).toEqual({ kind: 'address', text: WALLET });
  });

  it.each([
    ['nothing', '', /^Enter the wallet/],
    ['a private key', base58(64), /length of a private key/],
    ['a private key as numbers', numbers(64), /list of numbers/],
    ['a private key as numbers on several lines', numbers(64).replaceAll(',', ',\n  '), /list of numbers/],
    ['a private key without the public key', numbers(32), /list of numbers/],
    ['a private key in hex', 'ab'.repeat(64), /in hex/],
    ['12 seed words', 'legal winner thank year wave sausage worth useful legal winner thank yellow', /seed words/],
    ['24 seed words', `${'abandon '.repeat(23)}art`, /seed words/],
    ['an Ethereum address', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', /Ethereum/],
    ['a Bitcoin address', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', /Bitcoin/],
    ['a legacy Bitcoin address', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', /Bitcoin/],
    ['a Litecoin address', 'ltc1qg42tkwuuxefutzxezdkdel39gfstuap288mfea', /Litecoin/],
    ['an extended key', `xpub${'6CUGRUonZSQ4TWtTMmzXdrXDtypWKiK'.repeat(4).slice(0, 107)}`, /Bitcoin/],
    ['too short', base58(31), /32 bytes/],
    ['too long', base58(33), /32 bytes/],
    ['invalid base58', `${WALLET.slice(0, -1)}0`, /32 bytes/],
    ['a link', `solana:${WALLET}`, /32 bytes/],
    ["USDC's mint", 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', /token itself/],
    ["USDC's mint on devnet", '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU', /token itself/],
    ['the mint of wrapped SOL', WRAPPED_SOL, /token itself/],
    ['a mint added by the operator', OWN_MINT, /token itself/],
    ['the system program', '1'.repeat(32), /program/],
    ['the token program', TOKEN_PROGRAM, /program/],
    ['a very long text', 'x '.repeat(10_000), /too long/],
  ])('is not %s', (_what, text, sentence) => {
    expect(() => read(text)).toThrow(UserError);
    expect(() => read(text)).toThrow(sentence);
  });

  it('is not a token account', async () => {
    const account = await findAssociatedAccount(read(WALLET).text, WRAPPED_SOL, TOKEN_PROGRAM);
    expect(() => read(account)).toThrow(/This address has no private key/);
  });

  it('is never repeated in an error, because it may be a secret', () => {
    const secrets = fc.oneof(
      fc.uint8Array({ minLength: 33, maxLength: 64 }).map((bytes) => getBase58Decoder().decode(bytes)),
      fc.string({ minLength: 33, maxLength: 200 }).filter((text) => text.trim().length > 32),
    );
    fc.assert(
      fc.property(secrets, (text) => {
        try {
          read(text);
        } catch (error) {
          expect(error).toBeInstanceOf(UserError);
          expect(String(error)).not.toContain(text.trim());
        }
      }),
    );
  });
});
