import { describe, expect, it } from 'vitest';
import { openFonts } from './pdf-fonts.ts';
import { cleanText, TextLayout } from './pdf-text.ts';

/** The lines of a text, each as it is drawn from left to right, with the fonts of its parts. */
async function layOut(text: string, widthMax = Infinity) {
  const layout = new TextLayout(await openFonts(['?', cleanText(text)], 400));
  const lines = layout.lines(text, widthMax).map(({ runs }) => runs);
  return {
    lines: lines.map((runs) => runs.map((run) => run.text).join('')),
    fonts: lines.flat().map((run) => run.face.font.postscriptName.replace(/-\d+(-400)$/, '$1')),
    isLossy: layout.isLossy,
  };
}

describe('text of a PDF', () => {
  it.each([
    ['Ada Größe – 5 €', ['noto-sans-latin-400']],
    ['Łódź', ['noto-sans-latin-ext-400', 'noto-sans-latin-400', 'noto-sans-latin-ext-400']],
    ['Ελένη', ['noto-sans-greek-400']],
    ['Дмитрий', ['noto-sans-cyrillic-400']],
    ['فاطمة', ['vazirmatn-arabic-400']],
    ['田中さくら', expect.arrayContaining(['noto-sans-jp-400'])],
    ['王小明', expect.arrayContaining(['noto-sans-sc-400'])],
    ['김민준', expect.arrayContaining(['noto-sans-kr-400'])],
  ])('has a font for %s', async (text, fonts) => {
    expect(await layOut(text)).toEqual({ lines: [text], fonts, isLossy: false });
  });

  it('opens a bounded number of font files, first those of the first texts', async () => {
    // About 140 files for the Chinese forms of the characters, and as many for the Japanese ones.
    const rare = Array.from({ length: 900 }, (_, index) => String.fromCodePoint(0x4e00 + index * 23)).join('');
    const japanese = `${rare}あ`;
    const [alone, both] = [await openFonts([rare], 400), await openFonts([rare, japanese], 400)];
    const drawn = (find: typeof both, text: string) => Array.from(text, (character) => find(text, character));
    const faces = [...drawn(both, rare), ...drawn(both, japanese)].filter((face) => face !== undefined);
    expect(new Set(faces).size).toBeLessThanOrEqual(150);
    const before = drawn(alone, rare);
    expect(drawn(both, rare).every((face, index) => face === before[index])).toBe(true);
  }, 60_000);

  it('shows a question mark for what no font has, and nothing for control characters', async () => {
    expect(await layOut('a😀b')).toMatchObject({ lines: ['a?b'], isLossy: true });
    expect(cleanText('a\tb\r\nc\u202Ed\u0007e\uD800')).toBe('a b\ncde\uFFFD');
  });

  it('orders the parts of a line by their directions, and mirrors brackets', async () => {
    expect((await layOut('to فاطمة, Ada (12)')).lines).toEqual(['to فاطمة, Ada (12)']);
    expect((await layOut('فاطمة (12) Ada')).lines).toEqual(['Ada (12) فاطمة']);
  });

  it('breaks lines at spaces, between Chinese characters, and inside a word that is too long', async () => {
    expect((await layOut('one two three', 4)).lines).toEqual(['one two', 'three']);
    expect((await layOut('一二三四五', 2.5)).lines).toEqual(['一二', '三四', '五']);
    expect((await layOut('mmmmmm', 2)).lines).toEqual(['mm', 'mm', 'mm']);
    expect((await layOut('a\n\nb')).lines).toEqual(['a', '', 'b']);
    expect((await layOut('')).lines).toEqual(['']);
  });
});
