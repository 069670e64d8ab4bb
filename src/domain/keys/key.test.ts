import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  holdsPrivateKey,
  makePrivateKey,
  makePublicKey,
  privateKeyMode,
  publicKeyMode,
  withoutPrivateKeys,
} from './key.ts';

const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });

describe('keys', () => {
  it.each(['test', 'live'] as const)('carry their mode: %s', (mode) => {
    fc.assert(
      fc.property(bytes, (random) => {
        expect(makePrivateKey(mode, random)).toMatch(new RegExp(`^fsk_${mode}_[0-9A-Za-z]{49}$`));
        expect(privateKeyMode(makePrivateKey(mode, random))).toBe(mode);
        expect(publicKeyMode(makePublicKey(mode, random))).toBe(mode);
      }),
    );
  });

  it('notice any single wrong character', () => {
    fc.assert(
      fc.property(
        bytes,
        fc.integer({ min: 9, max: 57 }),
        fc.constantFrom('0', '9', 'A', 'Z', 'a', 'z'),
        (random, at, character) => {
          const key = makePrivateKey('live', random);
          fc.pre(key[at] !== character);
          expect(privateKeyMode(key.slice(0, at) + character + key.slice(at + 1))).toBeUndefined();
        },
      ),
    );
  });

  it.each([
    ['/fsk_test_abc/payment_intents', '/fsk_redacted/payment_intents'],
    ['/f%73k_live_x', '/fsk_redacted'],
    ['/%66%73%6B%5Fx%zz/a', '/fsk_redacted/a'],
    ['/docs?key=fsk_x&y=1', '/docs?key=fsk_redacted&y=1'],
  ])('are found and blotted out in the URL %s', (url, redacted) => {
    expect(holdsPrivateKey(url)).toBe(true);
    expect(withoutPrivateKeys(url)).toBe(redacted);
  });

  it('are not seen in a URL that has none', () => {
    expect(holdsPrivateKey('/fpk_test_x/payment_intents?email=a%40b')).toBe(false);
    expect(withoutPrivateKeys('/fpk_test_x/a%20b')).toBe('/fpk_test_x/a%20b');
  });

  it('are not mistaken for each other', () => {
    const random = new Uint8Array(32).fill(7);
    expect(privateKeyMode(makePublicKey('test', random))).toBeUndefined();
    expect(publicKeyMode(makePrivateKey('test', random))).toBeUndefined();
    expect(privateKeyMode(makePrivateKey('test', random).replace('test', 'live'))).toBeUndefined();
  });
});
