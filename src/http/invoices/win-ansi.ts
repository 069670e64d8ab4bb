/** The characters of Windows-1252 beyond Latin-1. The built-in fonts of PDF readers support no others. */
const EXTRA = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');

/** Replacements that keep the meaning. */
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
 * Replaces what the built-in fonts cannot write. A letter with an unsupported accent loses the accent; any other
 * unsupported character becomes a question mark.
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
