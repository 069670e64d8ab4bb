import { type Address, getAddressEncoder, getProgramDerivedAddress } from '@solana/kit';
import { ASSOCIATED_TOKEN_PROGRAM } from './well-known.ts';

/** The token account that wallets derive for an owner and a mint, and send to. */
export async function findAssociatedAccount(owner: Address, mint: Address, program: Address): Promise<Address> {
  const encoder = getAddressEncoder();
  const [account] = await getProgramDerivedAddress({
    programAddress: ASSOCIATED_TOKEN_PROGRAM,
    seeds: [encoder.encode(owner), encoder.encode(program), encoder.encode(mint)],
  });
  return account;
}
