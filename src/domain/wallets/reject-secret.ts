import { UserError } from '../user-error.ts';

const BASE58 = '[1-9A-HJ-NP-Za-km-z]';
const SEED_WORDS_MIN = 12;
const SEED_WORDS_MAX = 24;

/**
 * What could spend a wallet, known by its form alone, whichever chain it is for and before any checksum is looked at: a
 * mistyped secret is still one.
 */
const SECRETS: readonly { name: string; is: (text: string) => boolean }[] = [
  {
    // Of Bitcoin and Litecoin. Only where a text begins: one public key in some ten thousand has such letters inside.
    name: 'This is a private extended key',
    is: matches(new RegExp(`(?<!${BASE58})(?:[xyztuvYZUV]prv|(?:Lt|Mt|tt)pv)${BASE58}{16}`)),
  },
  {
    // Of one address of theirs (WIF).
    name: 'This is a private key',
    is: matches(new RegExp(`(?<!${BASE58})[5KL9c6T]${BASE58}{50,51}(?!${BASE58})`)),
  },
  // Of Solana: 64 bytes, or the 32 of its private half.
  { name: 'This has the length of a private key', is: matches(new RegExp(`^${BASE58}{86,88}$`)) },
  { name: 'This is a private key, written in hex', is: matches(/^(0x)?[0-9a-f]{128}$/i) },
  { name: 'This is a private key, written as a list of numbers', is: isNumberList },
  { name: 'These are the seed words of a wallet', is: isSeed },
];

/** Refuses what must never have come here, and says what to give `instead`. No sentence repeats what was given. */
export function rejectSecret(text: string, instead: string): void {
  const secret = SECRETS.find(({ is }) => is(text));
  if (secret === undefined) return;
  throw new UserError(
    `${secret.name}: whoever has it can spend the money. Move the money, it has been shown to a server. ${instead}`,
    'private_key_given',
  );
}

function matches(form: RegExp): (text: string) => boolean {
  return (text) => form.test(text);
}

function isNumberList(text: string): boolean {
  const numbers = /^\[?\s*(\d{1,3}(\s*,\s*\d{1,3})+)\s*,?\s*\]?$/.exec(text)?.[1]?.split(',').length;
  return numbers === 64 || numbers === 32;
}

/** Words with nothing between them but space, commas and the numbers that a sheet of paper has before each word. */
function isSeed(text: string): boolean {
  const words = text.split(/[\s,;]+/).filter((word) => !/^\d*[.:)]?$/.test(word));
  const { length } = words;
  return (
    length >= SEED_WORDS_MIN && length <= SEED_WORDS_MAX && words.every((word) => /^[\p{L}\p{M}]{1,12}$/u.test(word))
  );
}
