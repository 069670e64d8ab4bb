import { crc32, deflateSync } from 'node:zlib';
import type { Logo } from '../../domain/merchants/settings.ts';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const BYTES_PER_PIXEL = 4;
const COLOR_WITH_ALPHA = 6;

/**
 * A logo as the PDF library can draw it: it takes JPEG and PNG. A PNG with less than eight bits per pixel must not be
 * interlaced or transparent, because the library cannot unpack it. Undefined if the logo cannot be drawn.
 */
export async function toDrawable({ type, bytes }: Logo): Promise<Uint8Array | undefined> {
  if (type === 'image/jpeg') return bytes;
  if (type === 'image/webp') return fromWebp(bytes);
  const [depth = 0, , , , interlace = 1] = bytes.subarray(24, 29);
  return depth >= 8 || (interlace === 0 && !Buffer.from(bytes).includes('tRNS')) ? bytes : undefined;
}

async function fromWebp(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  // Few logos need the decoder, and loading it delays the first PDF.
  const { default: webp } = await import('webp-wasm');
  // The decoder reads the whole memory that a view is on, so it gets a copy.
  const picture = await webp.decode(new Uint8Array(bytes) as Buffer).catch(() => undefined);
  return picture ? encodePng(picture) : undefined;
}

function encodePng({ width, height, data }: { width: number; height: number; data: Uint8ClampedArray }): Buffer {
  const rowBytes = width * BYTES_PER_PIXEL;
  // Each row begins with the number of its filter; 0 is none.
  const rows = Buffer.alloc((rowBytes + 1) * height);
  for (let row = 0; row < height; row += 1) {
    rows.set(data.subarray(row * rowBytes, (row + 1) * rowBytes), row * (rowBytes + 1) + 1);
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, COLOR_WITH_ALPHA], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
