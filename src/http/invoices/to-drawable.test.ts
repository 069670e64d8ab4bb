import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { JPEG, makePng, WEBP_EXTENDED, WEBP_LOSSLESS, WEBP_LOSSY } from '../../../test/support/pictures.ts';
import { toDrawable } from './to-drawable.ts';

const logoOf = (type: 'image/png' | 'image/jpeg' | 'image/webp', bytes: Uint8Array) => ({ hash: '', type, bytes });

describe('a logo in a PDF', () => {
  it.each([
    ['lossy', WEBP_LOSSY],
    ['lossless', WEBP_LOSSLESS],
    ['extended', WEBP_EXTENDED],
  ])('that is a %s WebP becomes a PNG', async (_, bytes) => {
    const drawable = await toDrawable(logoOf('image/webp', bytes));
    const { width, height, data } = PNG.sync.read(Buffer.from(drawable ?? []));
    expect([width, height, data.length]).toEqual([3, 2, 24]);
  });

  it('stays as it is if the library can draw it', async () => {
    expect(await toDrawable(logoOf('image/jpeg', JPEG))).toBe(JPEG);
    const png = makePng();
    expect(await toDrawable(logoOf('image/png', png))).toBe(png);
  });

  it('is left out if it cannot be drawn', async () => {
    expect(await toDrawable(logoOf('image/webp', Buffer.from('nothing')))).toBeUndefined();
    expect(await toDrawable(logoOf('image/png', makePng({ depth: 1, color: 3, interlace: 1 })))).toBeUndefined();
  });
});
