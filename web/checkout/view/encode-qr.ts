/** Error correction codewords of each block, and the number of blocks, of versions 1 to 40 at level M. */
const CORRECTION = [
  10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28, 28, 28,
  28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
];
const BLOCKS = [
  1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35,
  37, 38, 40, 43, 45, 47, 49,
];
/**
 * Level M and mask pattern 2, protected against errors. Every pattern makes a valid code. Choosing the best of the eight
 * takes ten times as long as rendering the rest of the page, and scanners do not need it.
 */
const FORMAT = 0b101111001111100;
const VERSION_GENERATOR = 0x1f25;
/** The field in which errors are corrected. */
const FIELD = 0x11d;

/** The modules of the QR code of a text, by row: ISO/IEC 18004, as bytes, at error correction level M. */
export function encodeQr(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text);
  const version = 1 + CORRECTION.findIndex((_, at) => headerBits(at + 1) + 8 * bytes.length <= 8 * dataLength(at + 1));
  if (version === 0) throw new RangeError('The text is too long for a QR code.');
  return draw(version, addCorrection(version, toCodewords(version, bytes)));
}

/** The mode and the length of the text. */
const headerBits = (version: number): number => (version < 10 ? 12 : 20);

/** How many modules of a version hold data. */
function dataModules(version: number): number {
  const alignments = version === 1 ? 0 : Math.floor(version / 7) + 2;
  const ofAlignments = version === 1 ? 0 : (25 * alignments - 10) * alignments - 55;
  return (16 * version + 128) * version + 64 - ofAlignments - (version < 7 ? 0 : 36);
}

const totalLength = (version: number): number => dataModules(version) >> 3;
const correctionLength = (version: number): number => CORRECTION[version - 1] ?? 0;
const blockCount = (version: number): number => BLOCKS[version - 1] ?? 0;
const dataLength = (version: number): number => totalLength(version) - correctionLength(version) * blockCount(version);

function toCodewords(version: number, bytes: Uint8Array): Uint8Array {
  const codewords = new Uint8Array(dataLength(version));
  let used = 0;
  const append = (value: number, length: number) => {
    for (let at = length - 1; at >= 0; at--, used++)
      codewords[used >> 3] = (codewords[used >> 3] ?? 0) | (((value >> at) & 1) << (7 - (used & 7)));
  };
  append(0b0100, 4);
  append(bytes.length, headerBits(version) - 4);
  for (const byte of bytes) append(byte, 8);
  let end = Math.ceil((used + Math.min(4, 8 * codewords.length - used)) / 8);
  for (let pad = 0xec; end < codewords.length; pad ^= 0xec ^ 0x11) codewords[end++] = pad;
  return codewords;
}

/** Splits the data into blocks, appends the correction of each, and interleaves them. */
function addCorrection(version: number, data: Uint8Array): number[] {
  const count = blockCount(version);
  const shortLength = Math.floor(data.length / count);
  const shortCount = count - (data.length % count);
  const { divisor } = layoutOf(version);
  const blocks = Array.from({ length: count }, (_, at) => {
    const from = at * shortLength + Math.max(0, at - shortCount);
    return data.subarray(from, from + shortLength + (at < shortCount ? 0 : 1));
  });
  return [...interleave(blocks), ...interleave(blocks.map((block) => remainderOf(block, divisor)))];
}

function interleave(rows: readonly Uint8Array[]): number[] {
  const all: number[] = [];
  for (let at = 0; at < (rows.at(-1)?.length ?? 0); at++)
    for (const row of rows) if (at < row.length) all.push(row[at] ?? 0);
  return all;
}

/** The powers of 2 in the field, twice, and the exponent of each. */
const POWERS = new Uint8Array(510);
const EXPONENTS = new Uint8Array(256);
for (let exponent = 0, power = 1; exponent < 255; exponent++) {
  POWERS[exponent] = POWERS[exponent + 255] = power;
  EXPONENTS[power] = exponent;
  power = (power << 1) ^ ((power >> 7) * FIELD);
}

const multiply = (a: number, b: number): number =>
  a === 0 || b === 0 ? 0 : (POWERS[(EXPONENTS[a] ?? 0) + (EXPONENTS[b] ?? 0)] ?? 0);

/** The product of (x - 2^0) to (x - 2^(degree - 1)), without its leading term. */
function divisorOf(degree: number): Uint8Array {
  const divisor = new Uint8Array(degree);
  divisor[degree - 1] = 1;
  for (let round = 0; round < degree; round++)
    for (const [at, term] of divisor.entries())
      divisor[at] = multiply(term, POWERS[round] ?? 0) ^ (divisor[at + 1] ?? 0);
  return divisor;
}

function remainderOf(block: Uint8Array, divisor: Uint8Array): Uint8Array {
  const remainder = new Uint8Array(divisor.length);
  for (const byte of block) {
    const factor = byte ^ (remainder[0] ?? 0);
    for (let at = 0; at < divisor.length; at++)
      remainder[at] = (remainder[at + 1] ?? 0) ^ multiply(divisor[at] ?? 0, factor);
  }
  return remainder;
}

/** What all codes of a version have, and where their data is. */
interface Layout {
  rows: readonly (readonly (boolean | undefined)[])[];
  /** The column of each module with data, in order, and its row. */
  columns: readonly number[];
  lines: readonly number[];
  /** Its remainders are the error correction. */
  divisor: Uint8Array;
}

const layouts = new Map<number, Layout>();

function layoutOf(version: number): Layout {
  let layout = layouts.get(version);
  if (layout === undefined) {
    const size = 4 * version + 17;
    const rows: (boolean | undefined)[][] = Array.from({ length: size }, () => Array.from({ length: size }));
    drawPatterns(version, size, (x, y, dark) => {
      const row = rows[y];
      if (row !== undefined && x >= 0 && x < size) row[x] = dark;
    });
    layout = { rows, ...listFree(size, rows), divisor: divisorOf(correctionLength(version)) };
    layouts.set(version, layout);
  }
  return layout;
}

/** Mask pattern 2 inverts every third column. Modules after the last codeword are 0. */
function draw(version: number, codewords: readonly number[]): boolean[][] {
  const { rows, columns, lines } = layoutOf(version);
  const drawn = rows.map((row) => row.slice() as boolean[]);
  for (let bit = 0; bit < columns.length; bit++) {
    const x = columns[bit] ?? 0;
    const dark = (((codewords[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1;
    (drawn[lines[bit] ?? 0] as boolean[])[x] = dark !== (x % 3 === 0);
  }
  return drawn;
}

type SetModule = (x: number, y: number, dark: boolean) => void;

/** What a scanner finds the code by, and what it must know to read it. */
function drawPatterns(version: number, size: number, set: SetModule): void {
  for (let at = 8; at < size - 8; at++) {
    set(at, 6, at % 2 === 0);
    set(6, at, at % 2 === 0);
  }
  const positions = alignmentPositions(version, size);
  // The three large squares take the other corners.
  const isTaken = (x: number, y: number) => Math.min(x, y) === 6 && [6, size - 7].includes(Math.max(x, y));
  for (const x of positions) for (const y of positions) if (!isTaken(x, y)) drawSquare(x, y, 2, set);
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    drawSquare(x, y, 4, set);
  for (let at = 0; at < 15; at++) {
    const dark = ((FORMAT >> at) & 1) === 1;
    const near = at < 6 ? at : at < 8 ? at + 1 : size - 15 + at;
    set(8, near, dark);
    set(at < 8 ? size - 1 - at : at === 8 ? 7 : 14 - at, 8, dark);
  }
  set(8, size - 8, true);
  if (version >= 7) drawVersion(version, size, set);
}

/** A dark square around a light one around a dark module, or one larger with a light border. */
function drawSquare(x: number, y: number, radius: number, set: SetModule): void {
  for (let dy = -radius; dy <= radius; dy++)
    for (let dx = -radius; dx <= radius; dx++) {
      const distance = Math.max(Math.abs(dx), Math.abs(dy));
      set(x + dx, y + dy, radius === 2 ? distance !== 1 : distance !== 2 && distance !== 4);
    }
}

function alignmentPositions(version: number, size: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = version === 32 ? 26 : Math.ceil((size - 13) / (2 * count - 2)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, at) => size - 7 - (count - 2 - at) * step)];
}

function drawVersion(version: number, size: number, set: SetModule): void {
  let remainder = version;
  for (let round = 0; round < 12; round++) remainder = (remainder << 1) ^ ((remainder >> 11) * VERSION_GENERATOR);
  const bits = (version << 12) | remainder;
  for (let at = 0; at < 18; at++) {
    const dark = ((bits >> at) & 1) === 1;
    const near = Math.floor(at / 3);
    const far = size - 11 + (at % 3);
    set(far, near, dark);
    set(near, far, dark);
  }
}

/** Two columns at a time from the right, up and down in turn, around what is drawn. */
function listFree(size: number, rows: Layout['rows']): Pick<Layout, 'columns' | 'lines'> {
  const [columns, lines]: [number[], number[]] = [[], []];
  for (let right = size - 1; right >= 1; right -= 2) {
    // The column of the timing pattern holds no data.
    if (right === 6) right = 5;
    const up = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step++) {
      const y = up ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (rows[y]?.[x] !== undefined) continue;
        columns.push(x);
        lines.push(y);
      }
    }
  }
  return { columns, lines };
}
