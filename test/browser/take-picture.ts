import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { makePng } from '../support/pictures.ts';

/** The folder for the pictures of the documentation. Without it, none are taken. */
const FOLDER = process.env['PICTURES'];

/** Takes a picture of a page for the documentation, with `PICTURES=docs/pictures`. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (FOLDER === undefined) return;
  await page.evaluate('scrollTo(0, 0)');
  const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  writeFileSync(join(FOLDER, `${name}.png`), toPalette(picture));
}

const COLORS_MAX = 256;

/** The same picture with the 256 most frequent colors, one byte for each pixel: about half as large. */
function toPalette(picture: Buffer): Buffer {
  const { width, height, data } = PNG.sync.read(picture);
  const counts = new Map<number, number>();
  const pixels = Array.from({ length: width * height }, (_, index) => data.readUIntBE(index * 4, 3));
  for (const color of pixels) counts.set(color, (counts.get(color) ?? 0) + 1);
  const palette = [...counts].toSorted(([, a], [, b]) => b - a).map(([color]) => color);
  const kept = palette.slice(0, COLORS_MAX);
  const places = new Map(palette.map((color) => [color, nearest(kept, color)]));
  const rows = Buffer.alloc(height * (width + 1));
  for (const [index, color] of pixels.entries()) {
    rows[Math.floor(index / width) * (width + 1) + 1 + (index % width)] = places.get(color) ?? 0;
  }
  const table = Buffer.alloc(kept.length * 3);
  for (const [index, color] of kept.entries()) table.writeUIntBE(color, index * 3, 3);
  return makePng({ width, height, color: 3, more: [['PLTE', table]], packed: deflateSync(rows, { level: 9 }) });
}

function nearest(palette: readonly number[], color: number): number {
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (const [index, kept] of palette.entries()) {
    const off = distance(kept, color);
    if (off < least) [best, least] = [index, off];
  }
  return best;
}

const distance = (a: number, b: number): number =>
  ((a >> 16) - (b >> 16)) ** 2 + (((a >> 8) & 255) - ((b >> 8) & 255)) ** 2 + ((a & 255) - (b & 255)) ** 2;
