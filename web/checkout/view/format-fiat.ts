const formats = new Map<string, Intl.NumberFormat | null>();
const formatsMax = 500;
/** Direction marks that some locales insert. The surrounding element already sets the direction. */
const marks = /[\u061c\u200e\u200f]/g;

/**
 * Formats an integer amount in the currency's smallest unit. The decimal point is inserted as text and `Intl` takes that
 * text, so no float is involved. Digits are Western in all languages, because payers compare them with their wallet.
 */
export function formatFiat(amount: number, exponent: number, currency: string, locale: string): string {
  const decimal = toDecimal(amount, exponent);
  const format = formatOf(exponent, currency, locale);
  if (format === null) return `${decimal} ${currency}`;
  return format.format(decimal as Intl.StringNumericLiteral).replaceAll(marks, '');
}

function toDecimal(amount: number, exponent: number): string {
  const sign = amount < 0 ? '-' : '';
  const digits = BigInt(amount)
    .toString()
    .replace('-', '')
    .padStart(exponent + 1, '0');
  const point = digits.length - exponent;
  return exponent === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** `null` for a code that `Intl` rejects. Formats are cached because creating one costs more than using it. */
function formatOf(exponent: number, currency: string, locale: string): Intl.NumberFormat | null {
  const key = `${locale} ${currency} ${exponent}`;
  const cached = formats.get(key);
  if (cached !== undefined) return cached;
  if (formats.size >= formatsMax) formats.clear();
  const made = makeFormat(exponent, currency, locale);
  formats.set(key, made);
  return made;
}

function makeFormat(exponent: number, currency: string, locale: string): Intl.NumberFormat | null {
  try {
    return new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      numberingSystem: 'latn',
      minimumFractionDigits: exponent,
      maximumFractionDigits: exponent,
    });
  } catch {
    return null;
  }
}
