/** What is needed to decompress a PNG. */
export interface Png {
  /** The compressed pixels. */
  packed: Uint8Array[];
  /** The number of bytes of each decompressed row. The first byte is the filter. */
  rowBytes: number[];
}

const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const DEPTHS: Record<number, readonly number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};
/** The passes of an interlaced image: start and step, across and down. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;
const FILTER_MAX = 4;

/**
 * Checks every part of a PNG, because the PDF library decompresses images in this process without checking them.
 * Undefined for an incomplete or animated file.
 */
export function readPng(bytes: Uint8Array): Png | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks = new Map<string, Uint8Array[]>();
  let at = 8;
  while (at + 12 <= bytes.length) {
    const length = view.getUint32(at);
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (at + 12 + length > bytes.length) return undefined;
    chunks.set(name, [...(chunks.get(name) ?? []), bytes.subarray(at + 8, at + 8 + length)]);
    at += 12 + length;
    if (name === 'IEND') break;
  }
  const header = chunks.get('IHDR')?.[0];
  const packed = chunks.get('IDAT') ?? [];
  const isWhole = at === bytes.length && chunks.has('IEND') && packed.some(({ length }) => length > 0);
  if (!isWhole || header?.length !== 13 || chunks.has('acTL')) return undefined;
  const rowBytes = rowsOf(header);
  return rowBytes && fitsPalette(header, chunks) ? { packed, rowBytes } : undefined;
}

function rowsOf(header: Uint8Array): number[] | undefined {
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  const [width, height, depth, color] = [view.getUint32(0), view.getUint32(4), view.getUint8(8), view.getUint8(9)];
  const [compression, filter, interlace] = [view.getUint8(10), view.getUint8(11), view.getUint8(12)];
  if (!DEPTHS[color]?.includes(depth) || compression !== 0 || filter !== 0 || interlace > 1) return undefined;
  const bits = depth * (CHANNELS[color] ?? 1);
  const rows = (across: number, down: number): number[] =>
    across > 0 && down > 0 ? Array<number>(down).fill(1 + Math.ceil((across * bits) / 8)) : [];
  if (interlace === 0) return rows(width, height);
  return PASSES.flatMap(([x, y, dx, dy]) => rows(Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)));
}

/** Whether the palette is complete and present if needed, and transparency fits the color type. */
function fitsPalette(header: Uint8Array, chunks: ReadonlyMap<string, Uint8Array[]>): boolean {
  const color = header[9];
  const palettes = chunks.get('PLTE') ?? [];
  const colors = (palettes[0]?.length ?? 0) / 3;
  if (palettes.length > 1 || !Number.isInteger(colors) || colors > 256 || (color === 3 && colors === 0)) return false;
  const [transparency, ...more] = chunks.get('tRNS') ?? [];
  if (transparency === undefined) return true;
  const fits: Record<number, boolean> = {
    0: transparency.length === 2,
    2: transparency.length === 6,
    3: transparency.length <= colors,
  };
  return more.length === 0 && (fits[color ?? -1] ?? false);
}

/** Whether the decompressed data has the size that the header declares, and every row has a valid filter. */
export function fitsRows(unpacked: Uint8Array, { rowBytes }: Pick<Png, 'rowBytes'>): boolean {
  let at = 0;
  for (const bytes of rowBytes) {
    if ((unpacked[at] ?? FILTER_MAX + 1) > FILTER_MAX) return false;
    at += bytes;
  }
  return at === unpacked.length;
}
