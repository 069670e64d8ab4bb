import type { ProofRequest } from '../view/render-context.ts';
import type { Ask } from './ask.ts';

/** Wallets return addresses in any case; the server knows them with their checksum. */
export async function signOnEvm(
  ask: Ask,
  { accounts, message }: ProofRequest,
): Promise<{ address: string; signature: string }> {
  const shared = new Set(((await ask('eth_requestAccounts')) as string[]).map((account) => account.toLowerCase()));
  const address = accounts.find((account) => shared.has(account.toLowerCase()));
  if (address === undefined) throw new Error('another account');
  const bytes = [...new TextEncoder().encode(message)].map((byte) => byte.toString(16).padStart(2, '0'));
  return { address, signature: String(await ask('personal_sign', `0x${bytes.join('')}`, address)) };
}
