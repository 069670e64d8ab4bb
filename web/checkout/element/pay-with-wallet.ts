import type { WalletError } from '../view/payer-steps.ts';
import type { Paying } from '../view/setting.ts';
import type { FoundWallet } from './find-wallets.ts';
import { postJson } from './post-json.ts';

export type Outcome = Pick<Paying, 'step' | 'detail'>;

interface Where {
  /** Where the checkout is. */
  src: string;
  network: string;
  /** The network's name among wallets. */
  chain: string;
}

/**
 * Lets a wallet pay: it names its address, the server prepares the transaction for it, the wallet signs and sends. That
 * it was sent is all that is known afterwards; whether it pays, only the server says.
 */
export async function payWithWallet(wallet: FoundWallet, { src, network, chain }: Where): Promise<Outcome> {
  try {
    const { accounts } = await wallet.connect();
    if (accounts.length === 0) return { step: 'account' };
    const account = accounts.find(({ chains }) => chains.includes(chain));
    if (account === undefined) return { step: 'chain' };
    const prepared = await prepare(`${src}/transaction`, { network, payer: account.address });
    if (typeof prepared !== 'string') return prepared;
    const transaction = Uint8Array.from(atob(prepared), (character) => character.charCodeAt(0));
    await wallet.signAndSend({ account, transaction, chain });
    return { step: 'sent' };
  } catch (error) {
    return { step: errorOf(error) };
  }
}

interface Answer {
  transaction?: string;
  detail?: string;
  errors?: { code: string; detail: string }[];
}

async function prepare(url: string, order: object): Promise<string | Outcome> {
  try {
    const { transaction, detail = '', errors } = (await postJson(url, order)).json as Answer;
    if (transaction !== undefined) return transaction;
    const [wrong] = errors ?? [];
    return wrong?.code === 'insufficient_funds'
      ? { step: 'funds' }
      : { step: 'refused', detail: wrong?.detail ?? detail };
  } catch {
    return { step: 'refused' };
  }
}

/** Wallets agree on no words for an error; these are those of the common ones. */
function errorOf(error: unknown): WalletError {
  const { code, message = '' } = (error ?? {}) as { code?: unknown; message?: string };
  if (code === 4001 || /reject|declin|denied|cancel/i.test(message)) return 'rejected';
  return /insufficient|not enough|prior credit/i.test(message) ? 'funds' : 'failed';
}
