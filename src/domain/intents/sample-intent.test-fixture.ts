import { type IntentId, makeId } from '../ids.ts';
import { parseCryptoAmount } from '../money/crypto-amount.ts';
import { SCALE } from '../money/decimal.ts';
import { parseExchangeRate, worthOf } from '../money/exchange-rate.ts';
import { toBigInt } from '../money/money.ts';
import type { AssignedTarget } from '../payments/payment-target.ts';
import { type Intent, openIntent } from './intent.ts';
import type { IntentRequest } from './intent-request.ts';

/** An open intent of a request that says little besides what is due and at which rate. The total in dollars fits both. */
export function sampleIntent(due: string, rate: string, nowMs: number, more: Partial<Intent> = {}): Intent {
  const worth = worthOf(parseCryptoAmount(due).amount, parseExchangeRate(rate));
  const request = {
    crypto_amount_requested: due,
    exchange_rate: rate,
    total_amount: Number((toBigInt(worth) * 100n) / SCALE),
    tax_amount: 0,
    tax_percent: 0,
    currency_displayed: 'USD',
    customer: { email: 'ada@example.com' },
    items: [],
    billing_address: {},
    shipping_address: {},
  } as unknown as IntentRequest;
  const id: IntentId = makeId('pi', nowMs, new Uint8Array(10));
  return { ...openIntent({ id, livemode: false, nowMs, request, requestBody: JSON.stringify(request) }), ...more };
}

/** An address that serves one intent, on a network that requires three confirmations. */
export const sampleTarget = (assignedAtMs: number): AssignedTarget => ({
  network: 'bitcoin-regtest',
  address: 'a',
  reference: undefined,
  matchedBy: 'address',
  amounts: [],
  requirement: { blocks: 3 },
  decimals: 8,
  assignedAtMs,
  scannedUntilMs: undefined,
});
