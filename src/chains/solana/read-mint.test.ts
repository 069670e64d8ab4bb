import { describe, expect, it } from 'vitest';
import { readMint } from './read-mint.ts';
import { SYSTEM_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './well-known.ts';

function makeMint(decimals: number, extensions: readonly [type: number, length: number][] = []): Uint8Array {
  const data = new Uint8Array(
    extensions.length === 0 ? 82 : 166 + extensions.reduce((sum, [, length]) => sum + 4 + length, 0),
  );
  data[44] = decimals;
  data[45] = 1;
  if (extensions.length > 0) data[165] = 1;
  const view = new DataView(data.buffer);
  let at = 166;
  for (const [type, length] of extensions) {
    view.setUint16(at, type, true);
    view.setUint16(at + 2, length, true);
    at += 4 + length;
  }
  return data;
}

describe('a mint', () => {
  it('is read for both token programs', () => {
    const plain = { decimals: 6, hasTransferFee: false };
    expect(readMint('m', { program: TOKEN_PROGRAM, data: makeMint(6) })).toEqual({ program: TOKEN_PROGRAM, ...plain });
    const data = makeMint(6, [
      [18, 64],
      [4, 65],
    ]);
    expect(readMint('m', { program: TOKEN_2022_PROGRAM, data })).toEqual({ program: TOKEN_2022_PROGRAM, ...plain });
  });

  it('is recognized as having a transfer fee at any position of its extensions', () => {
    const data = makeMint(9, [
      [18, 64],
      [1, 108],
    ]);
    expect(readMint('m', { program: TOKEN_2022_PROGRAM, data })).toMatchObject({ decimals: 9, hasTransferFee: true });
  });

  it.each([
    ['the account does not exist', undefined],
    ['it belongs to another program', { program: SYSTEM_PROGRAM, data: makeMint(6) }],
    ['it is not initialized', { program: TOKEN_PROGRAM, data: new Uint8Array(82) }],
    ['it is a token account', { program: TOKEN_PROGRAM, data: new Uint8Array(165).fill(1) }],
    ['it is a token account with extensions', { program: TOKEN_2022_PROGRAM, data: new Uint8Array(170).fill(2) }],
    ['it is empty', { program: TOKEN_PROGRAM, data: new Uint8Array(0) }],
  ])('is rejected if %s', (_what, account) => {
    expect(() => readMint('m', account)).toThrow('The address m is not a token on this chain.');
  });
});
