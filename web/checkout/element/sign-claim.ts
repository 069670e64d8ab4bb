import type { ProofRequest } from '../view/render-context.ts';
import type { FoundWallet } from './find-wallets.ts';

/** Lets the account that sent a payment sign the claim on it. Throws if the wallet does not share that account. */
export async function signClaim(
  wallet: FoundWallet,
  { accounts, message }: ProofRequest,
): Promise<{ address: string; signature: string }> {
  const shared = (await wallet.connect()).accounts;
  const account = shared.find(({ address }) => accounts.includes(address));
  if (account === undefined) throw new Error('another account');
  const [signed] = await wallet.signMessage({
    account,
    // The message is ASCII.
    message: Uint8Array.from(message, (character) => character.charCodeAt(0)),
  });
  return { address: account.address, signature: btoa(String.fromCharCode(...(signed?.signature ?? []))) };
}
