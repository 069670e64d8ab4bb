import openBidi, { type Bidi } from 'bidi-js';
import LineBreaker from 'linebreak';
import type { Face, FindFace } from './pdf-fonts.ts';

/** The types say that the function is a member of the module; it is the module. */
const bidi = (openBidi as unknown as () => Bidi)();
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** Characters that belong to the one before them, whatever font that is in. */
const ATTACHED = /^[\p{M}\u200C\u200D]/u;

const UNKNOWN = '?';

/** A part of a line that one font draws, as it is drawn from left to right. */
export interface TextRun {
  face: Face;
  text: string;
  /** For a font size of 1. */
  width: number;
}

export interface TextLine {
  runs: readonly TextRun[];
  width: number;
}

/** Text for a PDF: without control characters, and with the direction of a paragraph where the text itself sets none. */
export const cleanText = (text: string): string =>
  text
    .normalize('NFC')
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(/[^\S\n]/gu, ' ')
    .replaceAll(/(?![\n\u200C\u200D])[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu, '');

/** Breaks text into lines and orders each line for drawing. Characters that no font has become question marks. */
export class TextLayout {
  readonly #find: FindFace;
  readonly #widths = new Map<Face, Map<string, number>>();
  /** Whether a character had to be replaced. */
  isLossy = false;

  constructor(find: FindFace) {
    this.#find = find;
  }

  /** The lines of a text at most this wide, for a font size of 1. */
  lines(text: string, widthMax: number): TextLine[] {
    const { text: drawn, faces } = this.#assign(cleanText(text));
    const levels = bidi.getEmbeddingLevels(drawn, 'auto');
    return this.#breakLines(drawn, faces, widthMax).map(([start, end]) => {
      const runs = orderRuns(levels.levels, start, end).flatMap((run) => this.#draw(drawn, faces, levels, run));
      return { runs, width: runs.reduce((sum, { width }) => sum + width, 0) };
    });
  }

  /** The font of each character, by the position of its first code unit. */
  #assign(text: string): { text: string; faces: (Face | undefined)[] } {
    const faces: (Face | undefined)[] = [];
    let drawn = '';
    let last: Face | undefined;
    for (const character of text) {
      const isAttached = last !== undefined && ATTACHED.test(character);
      let face = isAttached && last?.has(character.codePointAt(0) ?? 0) ? last : this.#find(text, character);
      let shown = character;
      if (!face && character !== '\n') {
        if (/^[\p{M}\u200C\u200D]/u.test(character)) continue;
        this.isLossy = true;
        shown = UNKNOWN;
        face = this.#find(text, UNKNOWN) ?? this.#find(UNKNOWN, UNKNOWN);
      }
      faces[drawn.length] = face;
      if (shown.length === 2) faces[drawn.length + 1] = face;
      drawn += shown;
      last = face ?? last;
    }
    return { text: drawn, faces };
  }

  /** The starts and ends of lines, without spaces at their ends. */
  #breakLines(text: string, faces: readonly (Face | undefined)[], widthMax: number): [number, number][] {
    const lines: [number, number][] = [];
    const breaker = new LineBreaker(text);
    let start = 0;
    let last = 0;
    let width = 0;
    const close = (end: number) => {
      lines.push([start, start + text.slice(start, end).trimEnd().length]);
      start = end;
      width = 0;
    };
    for (let found = breaker.nextBreak(); found; found = breaker.nextBreak()) {
      const piece = text.slice(last, found.position);
      const wanted = this.#measure(text, faces, last, last + piece.trimEnd().length);
      if (width > 0 && width + wanted > widthMax) close(last);
      if (wanted > widthMax) {
        for (const { segment, index } of graphemes.segment(piece)) {
          const at = last + index;
          const one = this.#measure(text, faces, at, at + segment.length);
          if (width > 0 && width + one > widthMax) close(at);
          width += one;
        }
      } else width += this.#measure(text, faces, last, found.position);
      last = found.position;
      if (found.required) close(last);
    }
    if (start < text.length || lines.length === 0) close(text.length);
    return lines;
  }

  #measure(text: string, faces: readonly (Face | undefined)[], start: number, end: number): number {
    return splitByFace(faces, start, end).reduce(
      (sum, part) => sum + this.#widthOf(part.face, text.slice(part.start, part.end)),
      0,
    );
  }

  #widthOf(face: Face, text: string): number {
    const known = this.#widths.get(face) ?? new Map<string, number>();
    this.#widths.set(face, known);
    const width = known.get(text) ?? face.font.layout(text).advanceWidth / face.font.unitsPerEm;
    known.set(text, width);
    return width;
  }

  /** Inside a run from right to left, fonts follow each other from right to left too. */
  #draw(
    text: string,
    faces: readonly (Face | undefined)[],
    levels: ReturnType<typeof bidi.getEmbeddingLevels>,
    { start, end, level }: LevelRun,
  ): TextRun[] {
    const isReversed = level % 2 === 1;
    const mirrored = isReversed
      ? bidi.getMirroredCharactersMap(text, levels.levels, start, end - 1)
      : new Map<number, string>();
    const parts = splitByFace(faces, start, end).map(({ face, start: from, end: to }) => {
      const characters = Array.from({ length: to - from }, (_, at) => mirrored.get(from + at) ?? text[from + at]).join(
        '',
      );
      // The font library itself sets a text from right to left whose script it knows to be so.
      const drawn = isReversed && !RIGHT_TO_LEFT.test(characters) ? reverse(characters) : characters;
      return { face, text: drawn, width: this.#widthOf(face, drawn) };
    });
    return isReversed ? parts.toReversed() : parts;
  }
}

const reverse = (text: string): string =>
  Array.from(graphemes.segment(text), ({ segment }) => segment)
    .toReversed()
    .join('');

function splitByFace(
  faces: readonly (Face | undefined)[],
  start: number,
  end: number,
): { face: Face; start: number; end: number }[] {
  const parts: { face: Face; start: number; end: number }[] = [];
  for (let at = start; at < end; at += 1) {
    const face = faces[at];
    const last = parts.at(-1);
    if (last && last.face === face) last.end = at + 1;
    else if (face) parts.push({ face, start: at, end: at + 1 });
  }
  return parts;
}

interface LevelRun {
  start: number;
  end: number;
  level: number;
}

/** The runs of one direction in a line, from left to right (rule L2 of the Unicode bidirectional algorithm). */
function orderRuns(levels: Uint8Array, start: number, end: number): LevelRun[] {
  const runs: LevelRun[] = [];
  for (let at = start; at < end; at += 1) {
    const level = levels[at] ?? 0;
    const last = runs.at(-1);
    if (last?.level === level) last.end = at + 1;
    else runs.push({ start: at, end: at + 1, level });
  }
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) {
    for (let from = 0; from < runs.length; from += 1) {
      if ((runs[from]?.level ?? 0) < level) continue;
      let to = from;
      while ((runs[to]?.level ?? -1) >= level) to += 1;
      runs.splice(from, to - from, ...runs.slice(from, to).toReversed());
      from = to;
    }
  }
  return runs;
}
