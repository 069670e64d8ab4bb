import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { create, type Font, type Glyph, type GlyphRun } from 'fontkit';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);

/** The package of a family has one file for each slice of its characters. */
interface Family {
  folder: string;
  name: string;
  slices: readonly { name: string; ranges: readonly (readonly [number, number])[] }[];
}

export type Weight = 400 | 700;

/** A font that is ready to be embedded. */
export interface Face {
  font: Font;
  has: (codePoint: number) => boolean;
}

/** Keeps faces between PDFs. A PDF of one script needs two to four. */
const FACES_KEPT_MAX = 64;

const FAMILIES = {
  general: openFamily('@fontsource-variable/noto-sans/unicode.json'),
  // Noto draws Arabic letters from parts that several of them share, so text could not be copied out of the file.
  arabic: openFamily('@fontsource-variable/vazirmatn/unicode.json'),
  japanese: openFamily('@fontsource-variable/noto-sans-jp/unicode.json'),
  chinese: openFamily('@fontsource-variable/noto-sans-sc/unicode.json'),
  korean: openFamily('@fontsource-variable/noto-sans-kr/unicode.json'),
};

const { general, arabic, japanese, chinese, korean } = FAMILIES;

function openFamily(index: string): Family {
  const path = require.resolve(index);
  const ranges = Object.entries(require(path) as Record<string, string>);
  return {
    folder: path.replace(/unicode\.json$/, 'files'),
    name: index.split('/')[1] ?? '',
    slices: ranges.map(([name, list]) => ({
      name: name.replaceAll(/[[\]]/g, ''),
      ranges: list.split(',').map(readRange),
    })),
  };
}

function readRange(text: string): readonly [number, number] {
  const [from = '', to = from] = text.replace(/^U\+/i, '').split('-');
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
}

/** Chinese characters look different in each language. The other letters of a text tell which one it is in. */
function familiesFor(text: string): readonly Family[] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return [general, arabic, japanese, chinese, korean];
  if (/\p{Script=Hangul}/u.test(text)) return [general, arabic, korean, chinese, japanese];
  return [general, arabic, chinese, japanese, korean];
}

function listSlices(families: readonly Family[], codePoint: number): { family: Family; slice: string }[] {
  return families.flatMap((family) =>
    family.slices
      .filter(({ ranges }) => ranges.some(([from, to]) => from <= codePoint && codePoint <= to))
      .map(({ name }) => ({ family, slice: name })),
  );
}

const kept = new Map<string, Promise<Face>>();

function openFace({ family, slice }: { family: Family; slice: string }, weight: Weight): Promise<Face> {
  const name = `${family.name}-${slice}-${weight}`;
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

/** Opens the fonts that these texts need, in one weight. */
export async function openFonts(texts: Iterable<string>, weight: Weight): Promise<FindFace> {
  const faces = new Map<readonly Family[], Map<string, Face | undefined>>();
  const orders = new Map<string, readonly Family[]>();
  for (const text of texts) {
    const families = familiesFor(text);
    const key = families.map(({ name }) => name).join();
    const order = orders.get(key) ?? families;
    orders.set(key, order);
    const known = faces.get(order) ?? new Map<string, Face | undefined>();
    faces.set(order, known);
    for (const character of new Set(text)) {
      if (!known.has(character)) known.set(character, await findFace(order, character, weight));
    }
  }
  return (text, character) => {
    const key = familiesFor(text)
      .map(({ name }) => name)
      .join();
    return faces.get(orders.get(key) ?? [])?.get(character);
  };
}

async function findFace(families: readonly Family[], character: string, weight: Weight): Promise<Face | undefined> {
  const codePoint = character.codePointAt(0) ?? 0;
  for (const slice of listSlices(families, codePoint)) {
    const face = await openFace(slice, weight);
    if (face.has(codePoint)) return face;
  }
  return undefined;
}
