import { UserError } from '../../domain/user-error.ts';
import { rejectSecret } from '../../domain/wallets/reject-secret.ts';
import { decodeBase58 } from './base58.ts';
import { BITCOIN_NETWORKS } from './network-parameters.ts';

const NEXT_STEP = 'Then enter its extended public key (xpub, zpub, …).';
const ADDRESS_BYTES = 21;

/** Prefixes of Litecoin's confidential addresses (MWEB). */
const CONFIDENTIAL_PREFIXES = ['ltcmweb', 'tmweb'];
const bech32Prefixes = Object.values(BITCOIN_NETWORKS).map(({ bech32 }) => bech32);
const BECH32_ADDRESS = new RegExp(
  `^(?:${[...bech32Prefixes, ...CONFIDENTIAL_PREFIXES].join('|')})1[02-9ac-hj-np-z]{11,140}$`,
  'i',
);

/** Rejects secrets, and the addresses that people enter by mistake. */
export function rejectOtherText(text: string): void {
  rejectSecret(text, NEXT_STEP);
  if (isAddress(text)) {
    throw new UserError(
      'This is a single address. Every payment needs its own address: enter the wallet’s extended public key (xpub, zpub, …) or its descriptor.',
    );
  }
}

const isAddress = (text: string): boolean =>
  BECH32_ADDRESS.test(text) || (text.length < 40 && decodeBase58(text)?.length === ADDRESS_BYTES);
