import type { ProofRequest } from '../view/render-context.ts';
import type { SolanaWallet } from './solana-wallet.ts';

export async function signOnSolana(
  wallet: SolanaWallet,
  { accounts, message }: ProofRequest,
): Promise<{ address: string; signature: string }> {
  const shared = (await wallet.connect()).accounts;
  const account = shared.find(({ address }) => accounts.includes(address));
  if (account === undefined) throw new Error('another account');
  const [signed] = await wallet.signMessage({ account, message: new TextEncoder().encode(message) });
  return { address: account.address, signature: btoa(String.fromCharCode(...(signed?.signature ?? []))) };
}
