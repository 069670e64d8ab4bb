/** What Windows-1252 has above Latin-1: the only letters and signs that the fonts built into every PDF reader share. */
const EXTRA = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');

/** What can be written in another way without losing its meaning. */
const SPELLINGS: Record<string, string> = {
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
  '−': '-',
  '‐': '-',
  '‑': '-',
  '′': "'",
  '″': '"',
};

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

const isWinAnsi = (text: string): boolean =>
  Array.from(text).every((character) => /^[\u0020-\u007E\u00A0-\u00FF]$/.test(character) || EXTRA.has(character));

/**
 * Text as the built-in fonts can write it. A letter with a mark that they lack loses the mark; what they cannot write at
 * all becomes a question mark, one for each character that a reader would count.
 */
export function toWinAnsi(text: string): { text: string; isWhole: boolean } {
  let written = '';
  let isWhole = true;
  for (const { segment } of graphemes.segment(text.normalize('NFC'))) {
    const plain = /^\s+$/.test(segment) ? ' ' : segment.replaceAll(/[\p{Cc}\p{Cf}]/gu, '');
    const fitted = isWinAnsi(plain) ? plain : spell(plain);
    if (fitted !== plain) isWhole = false;
    written += fitted;
  }
  return { text: written, isWhole };
}

function spell(segment: string): string {
  const bare = segment.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  const spelled = Array.from(bare, (character) => SPELLINGS[character] ?? character).join('');
  return spelled !== '' && isWinAnsi(spelled) ? spelled : '?';
}
