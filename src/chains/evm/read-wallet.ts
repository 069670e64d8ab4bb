import { getAddress, isAddress } from 'viem/utils';
import { UserError } from '../../domain/user-error.ts';
import { rejectSecret } from '../../domain/wallets/reject-secret.ts';
import type { GivenWallet, Wallet } from '../../ports/chain.ts';
import { readExtendedKey } from './read-extended-key.ts';
import { isKnownToken, isSystemAddress } from './well-known.ts';

const TEXT_LENGTH_MAX = 1_024;
const BASE58 = '[1-9A-HJ-NP-Za-km-z]';
const EXTENDED_KEY = new RegExp(`^[A-Za-z]{3}[bv]${BASE58}{100,112}$`);
const NEXT_STEP = 'Enter the address that your wallet shows under “Receive”: 0x and 40 letters and digits.';

/** Common mistakes, each with its message. */
const MISTAKES: readonly { is: (text: string) => boolean; sentence: string }[] = [
  { is: (text) => text === '', sentence: `${NEXT_STEP} Or enter an extended public key (xpub).` },
  {
    is: (text) => /^[^\s.:/]+(\.[^\s.:/]+)*\.[a-z]{2,}$/i.test(text),
    sentence: `A name can point to another address tomorrow. ${NEXT_STEP}`,
  },
  {
    is: (text) => /^[a-z0-9]+:/i.test(text) && /0x[0-9a-f]{40}/i.test(text),
    sentence: `This is an address with something before or after it. ${NEXT_STEP}`,
  },
  { is: (text) => /^[0-9a-f]{40}$/i.test(text), sentence: `The address lacks 0x at its start. ${NEXT_STEP}` },
  {
    is: (text) => /^(bc|tb|bcrt|ltc|tltc|rltc)1[0-9a-z]{6,87}$/i.test(text),
    sentence: `This is a Bitcoin or Litecoin address, which does not work on Ethereum and compatible networks. ${NEXT_STEP}`,
  },
  {
    is: (text) => new RegExp(`^${BASE58}{25,44}$`).test(text),
    sentence: `This is an address of another chain, such as Solana or Bitcoin. ${NEXT_STEP}`,
  },
  {
    is: (text) => !/^0x[0-9a-f]{40}$/i.test(text),
    sentence: `This is neither an address nor an extended public key (xpub). ${NEXT_STEP}`,
  },
  {
    is: (text) => !hasChecksum(text),
    sentence: `The checksum of the address is wrong: a letter or digit differs from the real one. Copy the whole address again.`,
  },
  {
    is: isSystemAddress,
    sentence: `This address belongs to the network itself: money sent there is lost. ${NEXT_STEP}`,
  },
];

/** Validates an address or an extended public key. */
export function readWallet(given: Pick<GivenWallet, 'text'>, tokens: ReadonlySet<string>): Wallet {
  const text = given.text.trim();
  if (text.length > TEXT_LENGTH_MAX) throw new UserError(`This is too long for an address. ${NEXT_STEP}`);
  rejectSecret(text, 'Then enter its address.');
  rejectPrivateKey(text);
  if (EXTENDED_KEY.test(text)) {
    readExtendedKey(text);
    return { kind: 'extended_key', text };
  }
  const mistake = MISTAKES.find(({ is }) => is(text));
  if (mistake !== undefined) throw new UserError(mistake.sentence);
  const lower = text.toLowerCase();
  if (isKnownToken(lower) || tokens.has(lower)) {
    throw new UserError(`This is the address of the token itself: money sent there is lost. ${NEXT_STEP}`);
  }
  return { kind: 'address', text: getAddress(lower) };
}

/** A transaction hash looks the same, and nobody can tell which one it is. */
function rejectPrivateKey(text: string): void {
  if (!/^(0x)?[0-9a-f]{64}$/i.test(text)) return;
  throw new UserError(
    `This is a private key or a transaction hash. If it is a private key, the wallet is compromised, because the key was sent to a server: move the money to a new wallet. ${NEXT_STEP}`,
    'private_key_given',
  );
}

/** An address in lower or upper case has no checksum. */
const hasChecksum = (text: string): boolean =>
  /^0x([0-9a-f]{40}|[0-9A-F]{40})$/.test(text) || isAddress(text, { strict: true });
