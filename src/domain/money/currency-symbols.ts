/** First and last code point of each run of Unicode's category Sc. */
const RUNS: readonly (readonly [first: number, last: number])[] = [
  [0x24, 0x24],
  [0xa2, 0xa5],
  [0x58f, 0x58f],
  [0x60b, 0x60b],
  [0x7fe, 0x7ff],
  [0x9f2, 0x9f3],
  [0x9fb, 0x9fb],
  [0xaf1, 0xaf1],
  [0xbf9, 0xbf9],
  [0xe3f, 0xe3f],
  [0x17db, 0x17db],
  [0x20a0, 0x20c1],
  [0xa838, 0xa838],
  [0xfdfc, 0xfdfc],
  [0xfe69, 0xfe69],
  [0xff04, 0xff04],
  [0xffe0, 0xffe1],
  [0xffe5, 0xffe6],
  [0x11fdd, 0x11fe0],
  [0x1e2ff, 0x1e2ff],
  [0x1ecb0, 0x1ecb0],
];

export const CURRENCY_SYMBOLS: readonly string[] = RUNS.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
);

/**
 * One currency symbol, as `\p{Sc}` would match it. That class needs a flag in ECMAScript and PCRE and does not exist in
 * Python, and a range with these characters needs a flag, too. A choice between characters works everywhere.
 */
export const CURRENCY_SYMBOL_PATTERN = `(?:${CURRENCY_SYMBOLS.map((symbol) => (symbol === '$' ? '\\$' : symbol)).join('|')})`;
