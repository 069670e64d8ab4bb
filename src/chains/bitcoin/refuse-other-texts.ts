import { Refusal } from '../../domain/refusal.ts';
import { decodeBase58 } from './base58.ts';
import { BITCOIN_NETWORKS } from './network-parameters.ts';

const BASE58 = '[1-9A-HJ-NP-Za-km-z]';
// Only where a text begins: one public key in some ten thousand has such letters in its middle.
const PRIVATE_EXTENDED_KEY = new RegExp(`(?<!${BASE58})(?:[xyztuvYZUV]prv|(?:Lt|Mt|tt)pv)${BASE58}{16}`);
const WIF = new RegExp(`(?<!${BASE58})[5KL9c6T]${BASE58}{50,51}(?!${BASE58})`);
const SEED_WORDS_MIN = 12;
const SEED_WORDS_MAX = 24;
const ADDRESS_BYTES = 21;

/** Of Litecoin's confidential part. */
const CONFIDENTIAL_PREFIXES = ['ltcmweb', 'tmweb'];
const bech32Prefixes = Object.values(BITCOIN_NETWORKS).map(({ bech32 }) => bech32);
const BECH32_ADDRESS = new RegExp(
  `^(?:${[...bech32Prefixes, ...CONFIDENTIAL_PREFIXES].join('|')})1[02-9ac-hj-np-z]{11,140}$`,
  'i',
);

/**
 * Refuses what must never have come here, and what people give by mistake. Secrets are found by their form, before any
 * checksum is looked at: a mistyped secret is still one. No sentence repeats what was given.
 */
export function refuseOtherTexts(text: string): void {
  if (PRIVATE_EXTENDED_KEY.test(text)) {
    throw new Refusal(
      'This is a private extended key: whoever has it can spend the money. Move the money, this key has been shown to a server. Then give the extended public key (xpub, zpub, …) of a new wallet.',
    );
  }
  if (WIF.test(text)) {
    throw new Refusal(
      'This is a private key: whoever has it can spend the money. Move the money, this key has been shown to a server. Then give the extended public key (xpub, zpub, …) of a new wallet.',
    );
  }
  if (isSeed(text)) {
    throw new Refusal(
      'These are the words of a wallet’s seed: whoever has them can spend the money. Move the money, these words have been shown to a server. Then give the extended public key (xpub, zpub, …) of a new wallet.',
    );
  }
  if (isAddress(text)) {
    throw new Refusal(
      'This is a single address. Each payment gets an address of its own, so give the wallet’s extended public key (xpub, zpub, …) or its descriptor.',
    );
  }
}

/** Words with nothing between them but space, commas and the numbers that a sheet of paper has before each word. */
function isSeed(text: string): boolean {
  const words = text.split(/[\s,;]+/).filter((word) => !/^\d*[.:)]?$/.test(word));
  const { length } = words;
  return (
    length >= SEED_WORDS_MIN && length <= SEED_WORDS_MAX && words.every((word) => /^[\p{L}\p{M}]{1,12}$/u.test(word))
  );
}

const isAddress = (text: string): boolean =>
  BECH32_ADDRESS.test(text) || (text.length < 40 && decodeBase58(text)?.length === ADDRESS_BYTES);
