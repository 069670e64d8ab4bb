import { crc32, deflateSync } from 'node:zlib';

const decode = (base64: string) => Buffer.from(base64, 'base64');

/** Three pixels wide and two high, as written by Chromium. */
export const JPEG = decode(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6j' +
    'q62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSk' +
    'pKSkpKSkpKT/wAARCAACAAMDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QA' +
    'FQEBAQAAAAAAAAAAAAAAAAAABAX/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCWAKuv/9k=',
);
export const WEBP_LOSSY = decode('UklGRjQAAABXRUJQVlA4ICgAAACQAQCdASoDAAIABABoJaACdLoAA5gA/u4KZw2qsrb/5mj7zfZb0OAA');
export const WEBP_LOSSLESS = decode('UklGRhwAAABXRUJQVlA4TA8AAAAvAkAAEAcQPY4CBiKi/wEA');
export const WEBP_EXTENDED = decode('UklGRi4AAABXRUJQVlA4WAoAAAAQAAAAAgAAAQAAVlA4TA8AAAAvAkAAEAcQPY4CBiKi/wEA');

interface PngOptions {
  width?: number;
  height?: number;
  depth?: number;
  /** 0 gray, 2 color, 3 palette, 4 gray with alpha, 6 color with alpha. */
  color?: number;
  interlace?: number;
  /** The uncompressed rows, if not all black. */
  pixels?: Buffer;
  /** The compressed rows, if not simply compressed. */
  packed?: Buffer;
  /** Further chunks before the pixels. */
  more?: [name: string, data: Buffer][];
}

const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

export function pngChunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

/** A PNG, valid or invalid. */
export function makePng(options: PngOptions = {}): Buffer {
  const { width = 3, height = 2, depth = 8, color = 6, interlace = 0, more = [] } = options;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, color, 0, 0, interlace], 8);
  const rowBytes = 1 + Math.ceil((width * depth * (CHANNELS[color] ?? 1)) / 8);
  const pixels = options.pixels ?? Buffer.alloc(rowBytes * height);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    ...more.map(([name, data]) => pngChunk(name, data)),
    pngChunk('IDAT', options.packed ?? deflateSync(pixels)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}
