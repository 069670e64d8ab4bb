import type { WalletError } from '../view/payer-action.ts';
import type { Paying } from '../view/render-context.ts';
import type { FoundWallet } from './find-wallets.ts';
import { postJson } from './post-json.ts';

export type Outcome = Pick<Paying, 'step' | 'detail'>;

interface Target {
  /** The URL of the checkout. */
  src: string;
  network: string;
  /** The network's Wallet Standard identifier. */
  chain: string;
}

/**
 * Pays with a browser wallet: the wallet shares its address, the server prepares the transaction, and the wallet signs
 * and sends it. Only the server knows whether the transaction then counts as a payment.
 */
export async function payWithWallet(wallet: FoundWallet, { src, network, chain }: Target): Promise<Outcome> {
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
    return { step: classifyError(error) };
  }
}

interface PrepareResponse {
  transaction?: string;
  detail?: string;
  errors?: { code: string; detail: string }[];
}

async function prepare(url: string, request: object): Promise<string | Outcome> {
  try {
    const { transaction, detail = '', errors } = (await postJson(url, request)).json as PrepareResponse;
    if (transaction !== undefined) return transaction;
    const [fieldError] = errors ?? [];
    return fieldError?.code === 'insufficient_funds'
      ? { step: 'funds' }
      : { step: 'prepare', detail: fieldError?.detail ?? detail };
  } catch {
    return { step: 'prepare' };
  }
}

/** WalletButtons agree on no messages for an error; these are those of the common ones. */
function classifyError(error: unknown): WalletError {
  const { code, message = '' } = (error ?? {}) as { code?: unknown; message?: string };
  if (code === 4001 || /reject|declin|denied|cancel/i.test(message)) return 'rejected';
  return /insufficient|not enough|prior credit/i.test(message) ? 'funds' : 'failed';
}
