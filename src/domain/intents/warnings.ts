import { ASSETS } from '../money/asset.ts';
import type { AssetAmount } from '../money/crypto-amount.ts';
import { CURRENCIES, exponentOf } from '../money/currency.ts';
import { type ExchangeRate, isOffByMoreThan, parseExchangeRate } from '../money/exchange-rate.ts';
import { difference, type FiatAmount, fiatAmount, multiply, ZERO } from '../money/money.ts';
import { findMistaken } from './find-mistaken.ts';
import type { IntentRequest } from './intent-request.ts';
import type { IntentWarningCode } from './warning-meanings.ts';

/** Something the merchant should check. A warning never prevents an intent from being created. */
export interface Warning {
  code: string;
  pointer: string;
  detail: string;
}

export function warningsOf(request: IntentRequest, due: AssetAmount, payable: boolean): Warning[] {
  const rate = parseExchangeRate(request.exchange_rate);
  return [
    ...moneyWarnings(request, due, rate),
    ...currencyWarnings(request, rate),
    ...assetWarnings(due, rate, payable),
    ...memberWarnings(request),
  ];
}

const NO_FREE_AMOUNT: IntentWarningCode = 'no_free_amount';

/** Whether an intent had the warning from the start. */
export const isOfCreation = ({ code }: Warning): boolean => code !== NO_FREE_AMOUNT;

/** For a network that was left out, because only the amount tells its payments apart. */
export const noFreeAmount = (network: string): Warning =>
  warning(
    NO_FREE_AMOUNT,
    '#/crypto_amount_requested',
    `Too many open payments ask for this amount on ${network}, so this one cannot be paid there.`,
  );

function moneyWarnings(request: IntentRequest, due: AssetAmount, rate: ExchangeRate): Warning[] {
  const warnings: Warning[] = [];
  const total = fiatAmount(request.total_amount);
  const tax = fiatAmount(request.tax_amount);
  const percent = BigInt(request.tax_percent);
  if (total === ZERO) warnings.push(warning('zero_total', '#/total_amount', 'The total is zero.'));
  if (tax > total) {
    warnings.push(warning('tax_exceeds_total', '#/tax_amount', 'The tax amount is larger than the total.'));
  } else if (
    !fits(multiply(tax, 100n + percent), multiply(total, percent), 100n + percent) &&
    !fits(multiply(tax, 100n), multiply(total, percent), 100n)
  ) {
    warnings.push(
      warning(
        'tax_amount_off',
        '#/tax_amount',
        `The tax amount is not ${percent}% of the total, either included in it or added to it.`,
      ),
    );
  }
  if (rate.price === ZERO) {
    warnings.push(warning('exchange_rate_zero', '#/exchange_rate', 'The exchange rate is zero.'));
  } else if (rate.asset === due.asset) {
    const exponent = exponentOf(request.currency_displayed.toUpperCase());
    if (isOffByMoreThan(1n, due.amount, rate, total, exponent)) {
      warnings.push(
        warning(
          'crypto_amount_off',
          '#/crypto_amount_requested',
          'The crypto amount at this rate differs from the total by more than 1%.',
        ),
      );
    }
  }
  return warnings;
}

function currencyWarnings(request: IntentRequest, { currencies }: ExchangeRate): Warning[] {
  const currency = request.currency_displayed.toUpperCase();
  const known = CURRENCIES.has(currency);
  return [
    ...(known
      ? []
      : [
          warning(
            'unknown_currency',
            '#/currency_displayed',
            `${currency} is not an ISO 4217 currency code. Amounts are read with 2 decimals.`,
          ),
        ]),
    ...(known && currencies.length > 0 && !currencies.includes(currency)
      ? [warning('currency_mismatch', '#/exchange_rate', `The exchange rate is not in ${currency}.`)]
      : []),
  ];
}

function assetWarnings({ asset }: AssetAmount, rate: ExchangeRate, payable: boolean): Warning[] {
  const warnings: Warning[] = [];
  if (rate.asset !== asset) {
    warnings.push(
      warning(
        'asset_mismatch',
        '#/exchange_rate',
        `The exchange rate is for ${rate.asset}, but the amount is in ${asset}.`,
      ),
    );
  }
  if (payable) return warnings;
  if (!ASSETS.has(asset)) {
    warnings.push(warning('unknown_asset', '#/crypto_amount_requested', `This server does not support ${asset}.`));
  } else {
    warnings.push(
      warning(
        'no_wallet',
        '#/crypto_amount_requested',
        `No wallet accepts ${asset}. Add one: the checkout cannot be paid without it.`,
      ),
    );
  }
  return warnings;
}

/** An unknown member has no effect, which the merchant would notice late if another one was meant. */
function memberWarnings(request: IntentRequest): Warning[] {
  return findMistaken(request).map(({ pointer, name, hint }) =>
    warning('unknown_member', pointer, `"${name}" is not a field. ${hint}`),
  );
}

/** Whether two amounts, both multiplied by the factor, are equal to within one minor unit. */
const fits = (left: FiatAmount, right: FiatAmount, factor: bigint): boolean =>
  difference(left, right) <= fiatAmount(factor);

const warning = (code: IntentWarningCode, pointer: string, detail: string): Warning => ({ code, pointer, detail });
