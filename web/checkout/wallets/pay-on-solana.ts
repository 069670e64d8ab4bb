import { classifyError } from './classify-error.ts';
import type { Outcome, PayOrder } from './found-wallet.ts';
import { prepare } from './prepare.ts';
import type { SolanaWallet } from './solana-wallet.ts';

/** The wallet shares its address, the server prepares the transaction, and the wallet signs and sends it. */
export async function payOnSolana(wallet: SolanaWallet, order: PayOrder): Promise<Outcome> {
  const { chain } = order;
  try {
    const { accounts } = await wallet.connect();
    if (accounts.length === 0) return { step: 'account' };
    const account = accounts.find(({ chains }) => chains.includes(chain));
    if (account === undefined) return { step: 'chain' };
    const prepared = await prepare<{ transaction: string }>(order, account.address);
    if ('step' in prepared) return prepared;
    const transaction = Uint8Array.from(atob(prepared.transaction), (character) => character.charCodeAt(0));
    await wallet.signAndSend({ account, transaction, chain });
    return { step: 'sent' };
  } catch (error) {
    return { step: classifyError(error) };
  }
}
