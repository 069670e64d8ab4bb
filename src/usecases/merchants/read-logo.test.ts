import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JPEG, makePng, pngChunk, WEBP_EXTENDED, WEBP_LOSSLESS, WEBP_LOSSY } from '../../../test/support/pictures.ts';
import { readPicture } from '../../domain/merchants/picture.ts';
import { readLogo } from './read-logo.ts';

const read = (bytes: Buffer) => readLogo(bytes.toString('base64'));
const palette: [string, Buffer] = ['PLTE', Buffer.from([1, 2, 3, 4, 5, 6])];

describe('a picture is taken for what it is:', () => {
  it.each<[string, Buffer, string]>([
    ['PNG with alpha', makePng(), 'image/png'],
    ['PNG in grey', makePng({ color: 0, depth: 1 }), 'image/png'],
    ['PNG in 16 bits', makePng({ color: 2, depth: 16 }), 'image/png'],
    ['PNG with a palette', makePng({ color: 3, depth: 2, more: [palette] }), 'image/png'],
    ['PNG with a transparent color', makePng({ color: 3, more: [palette, ['tRNS', Buffer.from([0])]] }), 'image/png'],
    ['PNG with notes', makePng({ more: [['tEXt', Buffer.from('Title\u0000Logo')]] }), 'image/png'],
    ['JPEG', JPEG, 'image/jpeg'],
    ['WebP with loss', WEBP_LOSSY, 'image/webp'],
    ['WebP without loss', WEBP_LOSSLESS, 'image/webp'],
    ['WebP with an extended header', WEBP_EXTENDED, 'image/webp'],
  ])('%s', (_, bytes, type) => {
    expect(readPicture(bytes)).toEqual({ type, width: 3, height: 2 });
    expect(read(bytes)).toEqual({ type, hash: expect.stringMatching(/^[0-9a-f]{32}$/), bytes });
  });

  it('interlaced PNG, whose rows come in seven passes', () => {
    // Of 8 × 8 pixels, each a byte: one row of 1, 1 and 2 pixels, two of 2, two of 4, four of 4, four of 8, and a filter each.
    const pixels = Buffer.alloc(2 + 2 + 3 + 2 * 3 + 2 * 5 + 4 * 5 + 4 * 9);
    expect(read(makePng({ width: 8, height: 8, color: 0, interlace: 1, pixels }))).toMatchObject({ type: 'image/png' });
  });
});

describe('refused, with a word about it:', () => {
  it.each<[string, Buffer, RegExp]>([
    ['text', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /PNG, JPEG or WebP/],
    ['GIF', Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64'), /PNG, JPEG or WebP/],
    ['nothing', Buffer.alloc(0), /PNG, JPEG or WebP/],
    ['a PNG that ends after its first bytes', makePng().subarray(0, 20), /PNG, JPEG or WebP/],
    ['a JPEG without a frame', JPEG.subarray(0, 40), /PNG, JPEG or WebP/],
    ['a WebP of no kind', Buffer.from('RIFF\u0004\u0000\u0000\u0000WEBPVP9 0000'), /PNG, JPEG or WebP/],
    ['no width', makePng({ width: 0 }), /PNG, JPEG or WebP/],
    ['too wide', makePng({ width: 1_025, height: 1 }), /1024 pixels wide and high; this one is 1025 × 1/],
    ['too high', makePng({ width: 1, height: 1_025 }), /1024 pixels/],
    ['too large', Buffer.concat([JPEG, randomBytes(40_961)]), /40 KiB/],
    ['a PNG without an end', makePng().subarray(0, -12), /complete/],
    ['a PNG with something behind its end', Buffer.concat([makePng(), Buffer.from('x')]), /complete/],
    ['a PNG that moves', makePng({ more: [['acTL', Buffer.alloc(8)]] }), /complete/],
    ['a PNG whose pixels are nothing', makePng({ packed: Buffer.alloc(0) }), /complete/],
    ['a PNG whose pixels are not packed', makePng({ packed: Buffer.from('nonsense') }), /complete/],
    ['a PNG with too few pixels', makePng({ pixels: Buffer.alloc(13) }), /complete/],
    ['a PNG that unpacks to far more', makePng({ packed: deflateSync(Buffer.alloc(20_000_000)) }), /complete/],
    ['a PNG with a filter that is none', makePng({ pixels: Buffer.alloc(26, 5) }), /complete/],
    ['a PNG of a depth that is none', makePng({ color: 6, depth: 4 }), /complete/],
    ['a PNG without its palette', makePng({ color: 3 }), /complete/],
    ['a PNG with a palette of half colors', makePng({ color: 3, more: [['PLTE', Buffer.alloc(4)]] }), /complete/],
    ['a PNG with transparency beside alpha', makePng({ more: [['tRNS', Buffer.alloc(2)]] }), /complete/],
  ])('%s', (_, bytes, words) => {
    expect(read(bytes)).toMatch(words);
  });

  it('a chunk that claims to be longer than the file', () => {
    const png = makePng();
    const at = png.indexOf('IDAT') - 4;
    png.writeUInt32BE(0xffff_fff0, at);
    expect(read(png)).toMatch(/complete/);
  });
});

it('no bytes make it throw, whatever they begin with', () => {
  const heads = [Buffer.alloc(0), makePng().subarray(0, 33), JPEG.subarray(0, 30), WEBP_LOSSY.subarray(0, 16)];
  fc.assert(
    fc.property(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 80 }), (head, tail) => {
      const result = read(Buffer.concat([head, tail]));
      expect(['string', 'object']).toContain(typeof result);
    }),
  );
});

it('two files have two names', () => {
  const [one, two] = [read(makePng()), read(makePng({ more: [['tEXt', Buffer.from('a\u0000b')]] }))];
  expect(one).not.toEqual(two);
  expect(pngChunk('IEND', Buffer.alloc(0)).toString('hex')).toBe('0000000049454e44ae426082');
});
