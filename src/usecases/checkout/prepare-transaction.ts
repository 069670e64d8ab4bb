import { Problem } from '../../domain/errors.ts';
import type { IntentId } from '../../domain/ids.ts';
import { amountsOf } from '../../domain/intents/amounts.ts';
import type { Intent } from '../../domain/intents/intent.ts';
import { isAwaiting } from '../../domain/intents/intent-status.ts';
import { ZERO } from '../../domain/money/money.ts';
import { ChainError } from '../../domain/networks/chain-error.ts';
import type { BrowserWallets, Network } from '../../domain/networks/network.ts';
import { PayerError } from '../../domain/payments/payer-error.ts';
import { UserError } from '../../domain/user-error.ts';
import type { ChainAdapter, PreparedTransaction } from '../../ports/chain.ts';
import { networkAway } from '../networks/network-away.ts';
import { type CheckoutView, type PaymentOption, type ViewPorts, viewCheckout } from './view-checkout.ts';

export interface PrepareInput {
  publicKey: string;
  id: IntentId | undefined;
  network: string;
  /** The address of the wallet that signs. */
  payer: string;
}

export interface PreparedPayment {
  transaction: PreparedTransaction;
  network: Network;
  browserWallets: BrowserWallets;
}

/** Prepares the transaction that a wallet in the payer's browser signs to pay the remaining amount. Nothing is stored. */
export async function prepareTransaction(ports: ViewPorts, input: PrepareInput): Promise<PreparedPayment> {
  const view = await viewCheckout(ports, input.publicKey, input.id);
  const { intent } = view;
  checkPayable(intent, ports.clock.nowMs());
  const { chain, target, asked } = optionOn(view, input.network);
  const { network } = chain;
  const { browserWallets } = network;
  if (chain.prepareTransaction === undefined || browserWallets === undefined)
    throw wrongField(
      '#/network',
      'invalid_value',
      'Browser wallets cannot pay on this network. Use the payment link instead.',
    );
  const order = { payer: input.payer, target, asset: intent.asset, ...asked };
  try {
    return { transaction: await chain.prepareTransaction(order), network, browserWallets };
  } catch (error) {
    throw explain(error, chain);
  }
}

function checkPayable(intent: Intent, nowMs: number): void {
  if (!isAwaiting(intent))
    throw new Problem('invalid_state', `A payment intent that is ${intent.status} cannot be paid.`);
  if (nowMs >= intent.expiresAtMs)
    throw new Problem('invalid_state', 'The time to pay is over. Start again at the shop.');
  if (amountsOf(intent).remaining === ZERO)
    throw new Problem('invalid_state', 'Nothing is left to pay. Your payment is being confirmed.');
}

function optionOn({ options, intent }: CheckoutView, network: string): PaymentOption {
  const option = options.find(({ chain }) => chain.network.name === network);
  if (option) return option;
  const names = options.map(({ chain }) => chain.network.name).join(', ');
  const detail =
    names === ''
      ? `${intent.asset} cannot be paid on any network right now.`
      : `${intent.asset} cannot be paid on this network. Use one of these: ${names}.`;
  throw wrongField('#/network', 'invalid_value', detail);
}

/** Translates an error of the chain adapter for the checkout page. */
function explain(error: unknown, chain: ChainAdapter): unknown {
  if (error instanceof PayerError) return wrongField('#/payer', error.code, error.message);
  if (error instanceof UserError) return new Problem('invalid_state', error.message);
  return error instanceof ChainError ? networkAway(chain.network, error) : error;
}

const wrongField = (pointer: string, code: string, detail: string) =>
  new Problem('validation_failed', 'One field is missing or invalid.', { errors: [{ pointer, code, detail }] });
