import { UserError } from '../user-error.ts';

const BASE58 = '[1-9A-HJ-NP-Za-km-z]';
const SEED_WORDS_MIN = 12;
const SEED_WORDS_MAX = 24;

/**
 * Secrets that can spend a wallet's money, recognized by their form alone, for any chain and without their checksum: a
 * mistyped secret is still a secret.
 */
const SECRETS: readonly { name: string; is: (text: string) => boolean }[] = [
  {
    // Bitcoin and Litecoin. Only at the start of a text: about one public key in ten thousand contains such letters.
    name: 'This is a private extended key',
    is: matches(new RegExp(`(?<!${BASE58})(?:[xyztuvYZUV]prv|(?:Lt|Mt|tt)pv)${BASE58}{16}`)),
  },
  {
    // Bitcoin and Litecoin, one address (WIF).
    name: 'This is a private key',
    is: matches(new RegExp(`(?<!${BASE58})[5KL9c6T]${BASE58}{50,51}(?!${BASE58})`)),
  },
  // Solana: 64 bytes, or the 32 bytes of the private half.
  { name: 'This has the length of a private key', is: matches(new RegExp(`^${BASE58}{86,88}$`)) },
  { name: 'This is a private key, written in hex', is: matches(/^(0x)?[0-9a-f]{128}$/i) },
  { name: 'This is a private key, written as a list of numbers', is: isNumberList },
  { name: 'These are the seed words of a wallet', is: isSeed },
];

/** Throws if the text is a secret, and says what to enter `instead`. The message never repeats the text. */
export function rejectSecret(text: string, instead: string): void {
  const secret = SECRETS.find(({ is }) => is(text));
  if (secret === undefined) return;
  throw new UserError(
    `${secret.name}. The wallet is compromised, because this secret was sent to a server. Move the money to a new wallet. ${instead}`,
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

/** Words separated by spaces or commas, possibly numbered as on a backup sheet. */
function isSeed(text: string): boolean {
  const words = text.split(/[\s,;]+/).filter((word) => !/^\d*[.:)]?$/.test(word));
  const { length } = words;
  return (
    length >= SEED_WORDS_MIN && length <= SEED_WORDS_MAX && words.every((word) => /^[\p{L}\p{M}]{1,12}$/u.test(word))
  );
}
