import { UserError } from '../../domain/user-error.ts';
import { rejectSecret } from '../../domain/wallets/reject-secret.ts';
import { decodeBase58 } from './base58.ts';
import { BITCOIN_NETWORKS } from './network-parameters.ts';

const GIVE_KEY = 'Then give the extended public key (xpub, zpub, …) of a new wallet.';
const ADDRESS_BYTES = 21;

/** Of Litecoin's confidential part. */
const CONFIDENTIAL_PREFIXES = ['ltcmweb', 'tmweb'];
const bech32Prefixes = Object.values(BITCOIN_NETWORKS).map(({ bech32 }) => bech32);
const BECH32_ADDRESS = new RegExp(
  `^(?:${[...bech32Prefixes, ...CONFIDENTIAL_PREFIXES].join('|')})1[02-9ac-hj-np-z]{11,140}$`,
  'i',
);

/** Refuses what must never have come here, and what people give by mistake. */
export function refuseOtherTexts(text: string): void {
  rejectSecret(text, GIVE_KEY);
  if (isAddress(text)) {
    throw new UserError(
      'This is a single address. Each payment gets an address of its own, so give the wallet’s extended public key (xpub, zpub, …) or its descriptor.',
    );
  }
}

const isAddress = (text: string): boolean =>
  BECH32_ADDRESS.test(text) || (text.length < 40 && decodeBase58(text)?.length === ADDRESS_BYTES);
