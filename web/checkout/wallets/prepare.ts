import { postJson } from '../element/post-json.ts';
import type { WalletError } from '../view/payer-action.ts';
import type { Outcome, PayOrder } from './found-wallet.ts';

interface ErrorResponse {
  detail?: string;
  errors?: { code: string; detail: string }[];
}

const STEPS: Record<string, WalletError> = { insufficient_funds: 'funds', insufficient_gas: 'gas' };

/** Asks the server for the transaction that this account signs, or says why there is none. */
export async function prepare<Prepared extends object>(
  { src, network }: PayOrder,
  payer: string,
): Promise<Prepared | Outcome> {
  try {
    const { status, json } = await postJson(`${src}/transaction`, { network, payer });
    if (status === 200) return json as Prepared;
    const { detail = '', errors = [] } = json as ErrorResponse;
    const step = STEPS[errors[0]?.code ?? ''];
    return step === undefined ? { step: 'prepare', detail: errors[0]?.detail ?? detail } : { step };
  } catch {
    return { step: 'prepare' };
  }
}
