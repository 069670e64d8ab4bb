import { ASSET_PATTERN } from './crypto-amount.ts';
import { CURRENCY_SYMBOL_PATTERN as SYMBOL } from './currency-symbols.ts';
import { parseScaled, SCALE } from './decimal.ts';
import { type CryptoAmount, cryptoAmount, type FiatAmount, type FiatValue, fiatValue, toBigInt } from './money.ts';

export interface ExchangeRate {
  asset: string;
  /** The price of one whole unit of the asset. */
  price: FiatValue;
  /** The currencies that the symbol or code can mean: `$` is every dollar. Empty for an unknown symbol. */
  currencies: readonly string[];
}

const NUMBER = '(?:[0-9]{1,3}(?:,[0-9]{3}){1,5}|[0-9]{1,18})(?:\\.[0-9]{1,18})?';

/** `1 <ASSET> = $<fiat>`, also `€261.10`, `CA$99`, `98,114.20 USD`, `USD 98,114.20`. */
export const EXCHANGE_RATE_PATTERN =
  `^1 (${ASSET_PATTERN}) = ` +
  `(?:([A-Za-z]{0,3}${SYMBOL}) ?(${NUMBER})|(${NUMBER}) ?(${SYMBOL}|[A-Za-z]{3,12})|([A-Za-z]{3,12}) (${NUMBER}))$`;

const pattern = new RegExp(EXCHANGE_RATE_PATTERN, 'u');

/** The currencies that a symbol can mean. A symbol that is not listed is unknown, not invalid. */
const SYMBOLS: Record<string, readonly string[]> = {
  $: ['USD', 'AUD', 'CAD', 'NZD', 'SGD', 'HKD', 'TWD', 'MXN', 'ARS', 'CLP', 'COP', 'BRL', 'JMD', 'BBD', 'BSD', 'FJD'],
  US$: ['USD'],
  CA$: ['CAD'],
  C$: ['CAD'],
  A$: ['AUD'],
  AU$: ['AUD'],
  NZ$: ['NZD'],
  S$: ['SGD'],
  HK$: ['HKD'],
  MX$: ['MXN'],
  R$: ['BRL'],
  '€': ['EUR'],
  '£': ['GBP', 'EGP', 'GIP', 'FKP', 'SHP', 'LBP', 'SYP', 'SDG', 'SSP'],
  '¥': ['JPY', 'CNY'],
  '₹': ['INR'],
  '₩': ['KRW', 'KPW'],
  '₽': ['RUB'],
  '₺': ['TRY'],
  '₴': ['UAH'],
  '₪': ['ILS'],
  '₫': ['VND'],
  '₦': ['NGN'],
  '₱': ['PHP'],
  '฿': ['THB'],
  '₸': ['KZT'],
  '₲': ['PYG'],
  '₡': ['CRC'],
  '₵': ['GHS'],
};

export function parseExchangeRate(text: string): ExchangeRate {
  const [, asset, symbol, afterSymbol, beforeUnit, unitBehind, code, afterCode] = pattern.exec(text) ?? [];
  if (asset === undefined) throw new RangeError('not an exchange rate');
  const number = afterSymbol ?? beforeUnit ?? afterCode ?? '';
  const unit = (symbol ?? unitBehind ?? code ?? '').toUpperCase();
  return {
    asset: asset.toUpperCase(),
    price: parseFiatValue(number.includes(',') ? number.replaceAll(',', '') : number),
    currencies: SYMBOLS[unit] ?? (/^[A-Z]{3,12}$/.test(unit) ? [unit] : []),
  };
}

/** Parses a decimal number of whole currency units, such as the merchant's tolerance amount. */
export const parseFiatValue = (text: string): FiatValue => fiatValue(parseScaled(text));

/** The smallest unit of a currency with this many decimals. */
export const oneCent = (exponent: number): FiatValue => fiatValue(SCALE / 10n ** BigInt(exponent));

/** What an amount of the rate's asset is worth, rounded down. */
export const worthOf = (amount: CryptoAmount, { price }: ExchangeRate): FiatValue =>
  fiatValue((toBigInt(amount) * toBigInt(price)) / SCALE);

/** The amount of the rate's asset that is worth this much, rounded down. The price must not be zero. */
export const amountWorth = (value: FiatValue, { price }: ExchangeRate): CryptoAmount =>
  cryptoAmount((toBigInt(value) * SCALE) / toBigInt(price));

/** Whether an amount at this rate and a total in minor units differ by more than a percentage of the total. */
export function isOffByMoreThan(
  percent: bigint,
  amount: CryptoAmount,
  { price }: ExchangeRate,
  total: FiatAmount,
  exponent: number,
): boolean {
  // Both sides are minor units at scale 10⁻¹⁸, so that no digit is lost before the comparison.
  const worth = (toBigInt(amount) * toBigInt(price) * 10n ** BigInt(exponent)) / SCALE;
  const wanted = toBigInt(total) * SCALE;
  const off = worth < wanted ? wanted - worth : worth - wanted;
  return off * 100n > wanted * percent;
}
