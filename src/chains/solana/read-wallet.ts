import { type Address, getBase58Encoder, isAddress, isOffCurveAddress } from '@solana/kit';
import { UserError } from '../../domain/user-error.ts';
import { rejectSecret } from '../../domain/wallets/reject-secret.ts';
import type { Wallet } from '../../ports/chain.ts';
import { isKnownMint, isProgram } from './well-known.ts';

const BASE58 = /^[1-9A-HJ-NP-Za-km-z]+$/;
const TEXT_LENGTH_MAX = 1_024;
const GIVE_ADDRESS =
  'Give the address of the wallet, 32 to 44 letters and digits, as the wallet shows it under "receive".';

/** What a merchant may mistake for the address of a Solana wallet. */
const MISTAKES: readonly { is: (text: string) => boolean; sentence: string }[] = [
  { is: (text) => text === '', sentence: `No address was given. ${GIVE_ADDRESS}` },
  {
    is: (text) => /^0x[0-9a-f]{40}$/i.test(text),
    sentence: `This is an address of Ethereum or a chain like it, and Solana cannot pay to it. ${GIVE_ADDRESS}`,
  },
  {
    is: (text) => /^((bc|tb|bcrt|ltc|tltc|rltc)1[0-9a-z]{6,87}|[xyztuv]pub[1-9A-HJ-NP-Za-km-z]{100,110})$/i.test(text),
    sentence: `This belongs to a Bitcoin or Litecoin wallet, and Solana cannot pay to it. ${GIVE_ADDRESS}`,
  },
  {
    is: (text) => /^[123mnLM][1-9A-HJ-NP-Za-km-z]{25,34}$/.test(text) && byteCount(text) === 25,
    sentence: `This is a Bitcoin or Litecoin address, and Solana cannot pay to it. ${GIVE_ADDRESS}`,
  },
  { is: (text) => !isAddress(text), sentence: `This is no Solana address (32 bytes in base58). ${GIVE_ADDRESS}` },
  {
    is: isKnownMint,
    sentence: `This is the address of a token itself, and what is sent there is lost. ${GIVE_ADDRESS}`,
  },
  {
    is: isProgram,
    sentence: `This is the address of a program of the chain, and what is sent there is lost. ${GIVE_ADDRESS}`,
  },
  {
    is: (text) => isOffCurveAddress(text as Address),
    sentence: `No private key can belong to this address: it is a program's, or one of the token accounts of a wallet. Give the wallet's own address; its token accounts are found from it.`,
  },
];

/** The address of a wallet, or a sentence that says what was given instead. */
export function readWallet(given: { text: string }, mints: ReadonlySet<string>): Wallet & { text: Address } {
  const text = given.text.trim();
  if (text.length > TEXT_LENGTH_MAX) throw new UserError(`This is too long for a Solana address. ${GIVE_ADDRESS}`);
  rejectSecret(text, `Then create a new wallet. ${GIVE_ADDRESS}`);
  const mistake = MISTAKES.find(({ is }) => is(text));
  if (mistake !== undefined) throw new UserError(mistake.sentence);
  if (mints.has(text))
    throw new UserError(`This is the address of a token itself, and what is sent there is lost. ${GIVE_ADDRESS}`);
  return { kind: 'address', text: text as Address };
}

/** How many bytes a base58 text stands for; none where it is no base58. */
export function byteCount(text: string): number | undefined {
  return BASE58.test(text) ? getBase58Encoder().encode(text).length : undefined;
}
