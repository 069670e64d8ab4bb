import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { descriptorChecksum } from './descriptor-checksum.ts';

describe('a descriptor’s checksum', () => {
  it('matches BIP-380', () => {
    expect(descriptorChecksum('raw(deadbeef)')).toBe('89f8spxm');
  });

  it('matches Bitcoin Core’s documentation', () => {
    const key =
      'xpub6ERApfZwUNrhLCkDtcHTcxd75RbzS1ed54G1LkBUHQVHQKqhMkhgbmJbZRkrgZw4koxb5JaHWkY4ALHY2grBGRjaDMzQLcgJvLJuZZvRcEL';
    expect(descriptorChecksum(`pkh([d34db33f/44'/0'/0']${key}/1/*)`)).toBe('ml40v0wf');
  });

  it('is undefined if the descriptor contains an invalid character', () => {
    expect(descriptorChecksum('wpkh(ключ)')).toBeUndefined();
  });

  it('changes with every single character', () => {
    const characters = fc.constantFrom(...'0123456789abcdefghxpubXYZ/*()[]'.split(''));
    fc.assert(
      fc.property(fc.array(characters, { minLength: 1, maxLength: 80 }), fc.nat(), characters, (text, at, other) => {
        const position = at % text.length;
        fc.pre(text[position] !== other);
        const changed = text.with(position, other);
        expect(descriptorChecksum(changed.join(''))).not.toBe(descriptorChecksum(text.join('')));
      }),
    );
  });
});
