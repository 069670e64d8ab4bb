import { type Address, getBase58Encoder, isAddress, isOffCurveAddress } from '@solana/kit';
import { UserError } from '../../domain/user-error.ts';
import { rejectSecret } from '../../domain/wallets/reject-secret.ts';
import type { Wallet } from '../../ports/chain.ts';
import { isKnownMint, isProgram } from './well-known.ts';

const BASE58 = /^[1-9A-HJ-NP-Za-km-z]+$/;
const TEXT_LENGTH_MAX = 1_024;
const NEXT_STEP = 'Enter the wallet address that your wallet shows under “Receive” (32 to 44 letters and digits).';

/** Common mistakes, each with its message. */
const MISTAKES: readonly { is: (text: string) => boolean; sentence: string }[] = [
  { is: (text) => text === '', sentence: NEXT_STEP },
  {
    is: (text) => /^0x[0-9a-f]{40}$/i.test(text),
    sentence: `This is an Ethereum address, which does not work on Solana. ${NEXT_STEP}`,
  },
  {
    is: (text) => /^((bc|tb|bcrt|ltc|tltc|rltc)1[0-9a-z]{6,87}|[xyztuv]pub[1-9A-HJ-NP-Za-km-z]{100,110})$/i.test(text),
    sentence: `This is for a Bitcoin or Litecoin wallet, which does not work on Solana. ${NEXT_STEP}`,
  },
  {
    is: (text) => /^[123mnLM][1-9A-HJ-NP-Za-km-z]{25,34}$/.test(text) && byteCount(text) === 25,
    sentence: `This is a Bitcoin or Litecoin address, which does not work on Solana. ${NEXT_STEP}`,
  },
  { is: (text) => !isAddress(text), sentence: `This is not a Solana address (32 bytes in base58). ${NEXT_STEP}` },
  {
    is: isKnownMint,
    sentence: `This is the address of the token itself: money sent there is lost. ${NEXT_STEP}`,
  },
  {
    is: isProgram,
    sentence: `This is the address of a program: money sent there is lost. ${NEXT_STEP}`,
  },
  {
    is: (text) => isOffCurveAddress(text as Address),
    sentence:
      'This address has no private key: it belongs to a program or is a token account. Enter the wallet’s main address. Florin finds its token accounts.',
  },
];

/** Validates the address of a wallet. */
export function readWallet(given: { text: string }, mints: ReadonlySet<string>): Wallet & { text: Address } {
  const text = given.text.trim();
  if (text.length > TEXT_LENGTH_MAX) throw new UserError(`This is too long for a Solana address. ${NEXT_STEP}`);
  rejectSecret(text, 'Then enter its address.');
  const mistake = MISTAKES.find(({ is }) => is(text));
  if (mistake !== undefined) throw new UserError(mistake.sentence);
  if (mints.has(text))
    throw new UserError(`This is the address of the token itself: money sent there is lost. ${NEXT_STEP}`);
  return { kind: 'address', text: text as Address };
}

/** The length of the decoded text; undefined if it is not base58. */
export function byteCount(text: string): number | undefined {
  return BASE58.test(text) ? getBase58Encoder().encode(text).length : undefined;
}
