import { ASSETS } from '../money/asset.ts';
import type { AssetAmount } from '../money/crypto-amount.ts';
import { CURRENCIES, exponentOf } from '../money/currency.ts';
import { type ExchangeRate, isOffByMoreThanOnePercent, parseExchangeRate } from '../money/exchange-rate.ts';
import { difference, type FiatAmount, fiatAmount, multiply, ZERO } from '../money/money.ts';
import type { IntentRequest } from './intent-request.ts';

/** Something a merchant should look at. It never stops an intent from being stored. */
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
  ];
}

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
        `The tax amount is not ${percent} % of the total, neither included in it nor on top.`,
      ),
    );
  }
  if (rate.price === ZERO) {
    warnings.push(warning('exchange_rate_zero', '#/exchange_rate', 'The exchange rate is zero.'));
  } else if (rate.asset === due.asset) {
    const exponent = exponentOf(request.currency_displayed.toUpperCase());
    if (isOffByMoreThanOnePercent(due.amount, rate, total, exponent)) {
      warnings.push(
        warning(
          'crypto_amount_off',
          '#/crypto_amount_requested',
          'The crypto amount at this rate differs from the total by more than 1 %.',
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
          warning('unknown_currency', '#/currency_displayed', `${currency} is no ISO 4217 code; it counts 2 decimals.`),
        ]),
    ...(known && currencies.length > 0 && !currencies.includes(currency)
      ? [warning('currency_mismatch', '#/exchange_rate', `The rate is not in ${currency}.`)]
      : []),
  ];
}

function assetWarnings({ asset }: AssetAmount, rate: ExchangeRate, payable: boolean): Warning[] {
  const warnings: Warning[] = [];
  if (rate.asset !== asset) {
    warnings.push(
      warning('asset_mismatch', '#/exchange_rate', `The rate is for ${rate.asset}, the amount is in ${asset}.`),
    );
  }
  if (payable) return warnings;
  if (!ASSETS.has(asset)) {
    warnings.push(
      warning('unknown_asset', '#/crypto_amount_requested', `${asset} is not an asset that this server knows.`),
    );
  } else {
    warnings.push(
      warning(
        'no_wallet',
        '#/crypto_amount_requested',
        `No wallet receives ${asset} yet; the checkout cannot be paid until one does.`,
      ),
    );
  }
  return warnings;
}

/** Whether two products are equal to within one unit of the smallest currency unit. */
const fits = (left: FiatAmount, right: FiatAmount, factor: bigint): boolean =>
  difference(left, right) <= fiatAmount(factor);

const warning = (code: string, pointer: string, detail: string): Warning => ({ code, pointer, detail });
