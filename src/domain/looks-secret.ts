const BASE58 = '[1-9A-HJ-NP-Za-km-z]';

/** By their form alone, whichever chain they are for, and mistyped ones too: a mistyped secret is still one. */
const FORMS = [
  // Extended private keys of Bitcoin and Litecoin, also inside a descriptor.
  new RegExp(`(?<!${BASE58})(?:[xyztuvYZUV]prv|(?:Lt|Mt|tt)pv)${BASE58}{16}`),
  // The private key of one address of theirs (WIF).
  new RegExp(`(?<!${BASE58})[5KL9c6T]${BASE58}{50,51}(?!${BASE58})`),
  // Key pairs of Solana, in base58, in hex and as numbers.
  new RegExp(`^${BASE58}{86,88}$`),
  /^(0x)?[0-9a-f]{128}$/i,
  /^\[?\s*\d{1,3}(\s*,\s*\d{1,3}){31,63}\s*,?\s*\]?$/,
];

const SEED_WORDS_MIN = 12;
const SEED_WORDS_MAX = 24;

/** Whether a text that is no wallet has the form of what could spend one. Asked only of what a chain has refused. */
export function looksSecret(given: string): boolean {
  const text = given.trim();
  return FORMS.some((form) => form.test(text)) || isSeed(text);
}

/** Words with nothing between them but space, commas and the numbers that a sheet of paper has before each word. */
function isSeed(text: string): boolean {
  const words = text.split(/[\s,;]+/).filter((word) => !/^\d*[.:)]?$/.test(word));
  const { length } = words;
  return (
    length >= SEED_WORDS_MIN && length <= SEED_WORDS_MAX && words.every((word) => /^[\p{L}\p{M}]{1,12}$/u.test(word))
  );
}
