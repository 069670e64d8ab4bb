import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { create, type Font, type Glyph, type GlyphRun } from 'fontkit';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);

/** A range of characters, and the slice of its family that has them. */
interface Range {
  from: number;
  to: number;
  slice: string;
}

/** The package of a family has one file for each slice of its characters. */
interface Family {
  folder: string;
  name: string;
  /** The ranges of each block of 256 characters. */
  blocks: ReadonlyMap<number, readonly Range[]>;
}

export type Weight = 400 | 700;

/** A font that is ready to be embedded. */
export interface Face {
  font: Font;
  has: (codePoint: number) => boolean;
}

/** Keeps faces between PDFs, and all of one PDF. A PDF of one script needs two to four. */
const FACES_KEPT_MAX = 300;

/**
 * The faces of one weight in a PDF. Rare Chinese characters are in about a hundred files, and opening one takes up to 20 ms. Characters beyond
 * these are drawn with what is open, or replaced, so that drawing takes a bounded time.
 */
const FACES_PER_WEIGHT_MAX = 150;

const general = '@fontsource-variable/noto-sans/unicode.json';
// Noto draws Arabic letters from parts that several of them share, so text could not be copied out of the file.
const arabic = '@fontsource-variable/vazirmatn/unicode.json';
const japanese = '@fontsource-variable/noto-sans-jp/unicode.json';
const chinese = '@fontsource-variable/noto-sans-sc/unicode.json';
const korean = '@fontsource-variable/noto-sans-kr/unicode.json';

const openFamilies = new Map<string, Family>();

/** Opens a family when a character is first looked for in it: most PDFs need one of them. */
function familyOf(index: string): Family {
  const family = openFamilies.get(index) ?? openFamily(index);
  openFamilies.set(index, family);
  return family;
}

function openFamily(index: string): Family {
  const path = require.resolve(index);
  const blocks = new Map<number, Range[]>();
  for (const [name, list] of Object.entries(require(path) as Record<string, string>)) {
    const slice = name.replaceAll(/[[\]]/g, '');
    for (const text of list.split(',')) {
      const range = { ...readRange(text), slice };
      for (let block = range.from >> 8; block <= range.to >> 8; block += 1) {
        const ranges = blocks.get(block);
        if (ranges) ranges.push(range);
        else blocks.set(block, [range]);
      }
    }
  }
  return { folder: path.replace(/unicode\.json$/, 'files'), name: index.split('/')[1] ?? '', blocks };
}

function readRange(text: string): { from: number; to: number } {
  const [from = '', to = from] = text.replace(/^U\+/i, '').split('-');
  return { from: Number.parseInt(from, 16), to: Number.parseInt(to, 16) };
}

/** Chinese characters look different in each language. The other letters of a text tell which one it is in. */
function familiesFor(text: string): readonly string[] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return ORDERS.japanese;
  return /\p{Script=Hangul}/u.test(text) ? ORDERS.korean : ORDERS.others;
}

const ORDERS = {
  japanese: [general, arabic, japanese, chinese, korean],
  korean: [general, arabic, korean, chinese, japanese],
  others: [general, arabic, chinese, japanese, korean],
} as const;

function* listSlices(families: readonly string[], codePoint: number): Generator<{ family: Family; slice: string }> {
  for (const index of families) {
    const family = familyOf(index);
    for (const { from, to, slice } of family.blocks.get(codePoint >> 8) ?? []) {
      if (from <= codePoint && codePoint <= to) yield { family, slice };
    }
  }
}

const kept = new Map<string, Promise<Face>>();

function openFace(name: string, { family, slice }: { family: Family; slice: string }, weight: Weight): Promise<Face> {
  const face = kept.get(name) ?? loadFace(name, `${family.folder}/${family.name}-${slice}-wght-normal.woff2`, weight);
  kept.delete(name);
  kept.set(name, face);
  for (const [oldest] of kept) {
    if (kept.size <= FACES_KEPT_MAX) break;
    kept.delete(oldest);
  }
  return face;
}

/** The files have every weight. The PDF library embeds one weight, and tells fonts apart by their names. */
async function loadFace(name: string, path: string, weight: Weight): Promise<Face> {
  const options = {
    targetFormat: 'truetype',
    keepAllGlyphs: true,
    noHinting: true,
    variationAxes: { wght: weight },
  } as const;
  const bytes = await subsetFont(await readFile(path), undefined, options);
  const opened = create(bytes) as Font;
  const known = new Set(opened.characterSet);
  const layout = { value: (text: string) => splitLigatures(opened, opened.layout(text, { liga: false })) };
  const font = Object.create(opened, { postscriptName: { value: name }, layout }) as Font;
  return { font, has: (codePoint) => known.has(codePoint) };
}

const LAM = 0x0644;
const LEFT_TO_RIGHT_MARK = 0x200e;

/**
 * Arabic lam and alef are written with one glyph. Readers disagree on the order of two letters in one glyph, so the glyph stands
 * for the alef, and an empty one beside it for the lam. Texts have no direction marks, so the glyph of one is free.
 */
function splitLigatures(font: Font, run: GlyphRun): GlyphRun {
  for (let at = run.glyphs.length - 1; at >= 0; at -= 1) {
    const glyph = run.glyphs[at];
    const [first, second, ...more] = glyph?.codePoints ?? [];
    if (first !== LAM || second === undefined || more.length > 0) continue;
    const empty = Object.create(font.glyphForCodePoint(LEFT_TO_RIGHT_MARK), { codePoints: { value: [LAM] } }) as Glyph;
    run.glyphs.splice(at, 1, Object.create(glyph as Glyph, { codePoints: { value: [second] } }) as Glyph, empty);
    run.positions.splice(at + 1, 0, { xAdvance: 0, yAdvance: 0, xOffset: 0, yOffset: 0 });
  }
  return run;
}

/** Finds the face for a character of a text; undefined if no font has it. */
export type FindFace = (text: string, character: string) => Face | undefined;

/** Opens the fonts that these texts need, in one weight. Texts that come first get theirs first. */
export async function openFonts(texts: Iterable<string>, weight: Weight): Promise<FindFace> {
  const faces = new Map<readonly string[], Map<string, Face | undefined>>();
  const used = new Set<string>();
  for (const text of texts) {
    const families = familiesFor(text);
    const known = faces.get(families) ?? new Map<string, Face | undefined>();
    faces.set(families, known);
    for (const character of new Set(text)) {
      if (!known.has(character)) known.set(character, await findFace(families, character, weight, used));
    }
  }
  return (text, character) => faces.get(familiesFor(text))?.get(character);
}

async function findFace(
  families: readonly string[],
  character: string,
  weight: Weight,
  used: Set<string>,
): Promise<Face | undefined> {
  const codePoint = character.codePointAt(0) ?? 0;
  for (const place of listSlices(families, codePoint)) {
    const name = `${place.family.name}-${place.slice}-${weight}`;
    if (!used.has(name) && used.size >= FACES_PER_WEIGHT_MAX) continue;
    used.add(name);
    const face = await openFace(name, place, weight);
    if (face.has(codePoint)) return face;
  }
  return undefined;
}
