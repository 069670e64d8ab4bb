import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { LIMITS } from '../../domain/limits.ts';
import { readPicture } from '../../domain/merchants/picture.ts';
import { fitsRows, readPng } from '../../domain/merchants/png.ts';
import type { Logo } from '../../domain/merchants/settings.ts';

/** Reads a logo from base64, or returns what it must be. Its name is a hash of its content. */
export function readLogo(base64: string): Logo | string {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > LIMITS.logoBytesMax) return `an image of at most ${LIMITS.logoBytesMax / 1024} KiB`;
  const picture = readPicture(bytes);
  if (!picture) return 'a PNG, JPEG or WebP image';
  const { type, width, height } = picture;
  if (width > LIMITS.logoPixelsMax || height > LIMITS.logoPixelsMax) {
    return `at most ${LIMITS.logoPixelsMax} pixels wide and high; this one is ${width} × ${height}`;
  }
  if (type === 'image/png' && !isWholePng(bytes)) return 'a complete PNG file without animation';
  return { type, hash: createHash('sha256').update(bytes).digest('hex').slice(0, 32), bytes };
}

function isWholePng(bytes: Uint8Array): boolean {
  const png = readPng(bytes);
  if (!png) return false;
  const size = png.rowBytes.reduce((sum, row) => sum + row, 0);
  try {
    return fitsRows(inflateSync(Buffer.concat(png.packed), { maxOutputLength: size + 1 }), png);
  } catch {
    return false;
  }
}
