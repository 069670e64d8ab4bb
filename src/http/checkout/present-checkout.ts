import { isDeepStrictEqual } from 'node:util';
import type { Static } from 'typebox';
import { amountsOf } from '../../domain/intents/amounts.ts';
import type { Intent } from '../../domain/intents/intent.ts';
import { isAwaiting } from '../../domain/intents/intent-status.ts';
import { ASSETS } from '../../domain/money/asset.ts';
import { exponentOf } from '../../domain/money/currency.ts';
import { formatDecimal } from '../../domain/money/decimal.ts';
import { toJsonInteger, ZERO } from '../../domain/money/money.ts';
import { amountByHand } from '../../domain/payments/amount-by-hand.ts';
import { confirmationsRequired } from '../../domain/payments/finality-requirement.ts';
import { isInFlight } from '../../domain/payments/payment.ts';
import type { CheckoutView, PaymentOption } from '../../usecases/checkout/view-checkout.ts';
import { tagOf } from '../server/entity-tag.ts';
import type { CheckoutStateSchema } from './checkout-state-schema.ts';
import { logoPath } from './logo-path.ts';
import { presentReceipt } from './present-receipt.ts';

type State = Static<typeof CheckoutStateSchema>;

interface Presented {
  state: Omit<State, 'server_time'>;
  /** Stands for all of the state. */
  tag: string;
}

/** By intent: as long as nothing changes, an intent that is read again is the same object. */
const presented = new WeakMap<Intent, Presented & { view: CheckoutView; baseUrl: string }>();

/** What a payer may see of an intent, whatever the time. It is made once for views that show the same. */
export function presentCheckout(view: CheckoutView, baseUrl: string): Presented {
  const last = presented.get(view.intent);
  if (last?.baseUrl === baseUrl && isDeepStrictEqual(last.view, view)) return last;
  const state = present(view, baseUrl);
  const made = { view, baseUrl, state, tag: tagOf(JSON.stringify(state)) };
  presented.set(view.intent, made);
  return made;
}

export const atTime = (state: Presented['state'], nowMs: number): State => ({
  ...state,
  server_time: new Date(nowMs).toISOString(),
});

/** It contains no customer data. */
function present(
  { merchant, settings, items, intent, options, unpayable, visibility, pending }: CheckoutView,
  baseUrl: string,
): Presented['state'] {
  const { request } = intent;
  const amounts = amountsOf(intent);
  const amount = formatDecimal(amounts.remaining);
  return {
    payment_intent_id: intent.id,
    status: intent.status,
    sequence: intent.sequence,
    livemode: intent.livemode,
    merchant: {
      name: merchant.name,
      logo_url: settings.logo ? `${baseUrl}${logoPath(settings.logo)}` : null,
      accent_color: settings.accentColor ?? null,
      support: settings.support ?? null,
    },
    description: request.description ?? null,
    order_id: request.order_id ?? null,
    currency: intent.currency,
    currency_exponent: exponentOf(intent.currency),
    total_amount: toJsonInteger(intent.totalAmount),
    tax_amount: toJsonInteger(intent.taxAmount),
    tax_percent: intent.taxPercent,
    items: request.items.map(({ item_id, quantity }) => {
      const item = items.get(item_id);
      const priced = item?.currency === intent.currency;
      return {
        item_id,
        name: item?.name ?? item_id,
        quantity,
        unit_amount: priced ? toJsonInteger(item.unitAmount) : null,
      };
    }),
    asset: intent.asset,
    asset_name: ASSETS.get(intent.asset) ?? intent.asset,
    exchange_rate: request.exchange_rate,
    amount_due: formatDecimal(intent.cryptoAmount),
    amount_received: formatDecimal(amounts.received),
    amount_pending: formatDecimal(amounts.pending),
    amount_remaining: amount,
    overpaid_by: formatDecimal(amounts.overpaidBy),
    payable: unpayable === undefined,
    unpayable_reason: unpayable ?? null,
    options:
      isAwaiting(intent) && amounts.remaining > ZERO
        ? options.map((option) => presentOption(option, intent.asset))
        : [],
    options_pending: pending,
    confirmations: confirmationsOf(intent),
    receipt: presentReceipt(intent),
    visibility,
    review_cause: intent.review?.cause ?? null,
    flags: [...intent.flags],
    expires_at: new Date(intent.expiresAtMs).toISOString(),
    return_url: request.return_url ?? null,
    cancel_url: request.cancel_url ?? null,
    locale: request.locale ?? null,
  };
}

function presentOption({ chain, target, due, asked, visible }: PaymentOption, asset: string) {
  const { network } = chain;
  const { amount, matchedBy } = asked;
  const request = { target, asset, amount };
  const byHand = amountByHand(target, due);
  // A link cannot carry a reference that only a wallet's signature can.
  const uri = matchedBy === target.matchedBy ? chain.paymentUri(request) : null;
  return {
    network: network.name,
    network_name: network.title,
    coin: network.coin,
    asset,
    amount: formatDecimal(amount),
    exact: matchedBy === 'amount',
    address: target.address,
    uri,
    qr: uri === null ? null : (chain.qrText?.(request) ?? uri),
    manual: byHand === undefined ? null : { address: target.address, amount: formatDecimal(byHand) },
    wallet_chain: network.browserWallets?.chain ?? null,
    visible,
  };
}

/** The confirmations of the payment that needs the most. */
function confirmationsOf(intent: Intent): { count: number; required: number } | null {
  const [slowest] = intent.payments
    .filter(isInFlight)
    .map(({ confirmations: count, requirement }) => ({ count, required: confirmationsRequired(requirement) }))
    .sort((a, b) => b.required - b.count - (a.required - a.count));
  return slowest ?? null;
}
