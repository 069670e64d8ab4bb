import type { WalletError } from '../view/payer-action.ts';
import type { Ask } from './ask.ts';

/** Returns why the wallet is not on the chain; undefined if it is. */
export async function switchChain(
  ask: Ask,
  chainId: string,
  addChain: object | null,
): Promise<Extract<WalletError, 'chain' | 'unknown_chain'> | undefined> {
  const isThere = async () => Number(await ask('eth_chainId')) === Number(chainId);
  if (await isThere()) return undefined;
  try {
    const problem = await switchOrAdd(ask, chainId, addChain);
    if (problem !== undefined) return problem;
  } catch {
    return 'chain';
  }
  return (await isThere()) ? undefined : 'chain';
}

/** A wallet that was given a chain may still be on another one. */
async function switchOrAdd(ask: Ask, chainId: string, addChain: object | null): Promise<'unknown_chain' | undefined> {
  try {
    await ask('wallet_switchEthereumChain', { chainId });
  } catch (error) {
    if (!isUnknown(error)) throw error;
    if (addChain === null) return 'unknown_chain';
    await ask('wallet_addEthereumChain', addChain);
    await ask('wallet_switchEthereumChain', { chainId });
  }
  return undefined;
}

interface Failure {
  code?: unknown;
  message?: string;
  data?: { originalError?: { code?: unknown } };
}

/** Wallets on phones wrap the error. */
function isUnknown(error: unknown): boolean {
  const { code, message = '', data } = (error ?? {}) as Failure;
  return code === 4902 || data?.originalError?.code === 4902 || /unrecognized chain/i.test(message);
}
