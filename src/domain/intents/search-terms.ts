import { type FiatAmount, toJsonInteger } from '../money/money.ts';

/** A longer text is found by its beginning. Transaction IDs and addresses of every network are shorter. */
const TERM_LENGTH_MAX = 100;
const NAME_WORDS_MAX = 8;
const AMOUNT_DIGITS = 12;
/** Above every other character, in the order of bytes too. No folded text has it. */
const LAST_CHARACTER = '\u{10FFFF}';

/** What an intent is found by. */
export interface Searchable {
  /** Without its prefix. */
  id: string;
  customerName: string;
  customerEmail: string;
  orderId: string | undefined;
  currency: string;
  totalAmount: FiatAmount;
  /** Of its payment targets. */
  addresses: readonly string[];
  payments: readonly { network: string; tx: string }[];
  /** Of its invoices and credit notes, as they are shown. */
  invoiceNumbers: readonly string[];
}

/** The terms from `from` up to, and without, `below`, in the order of bytes. */
export interface TermRange {
  from: string;
  below: string;
}

/**
 * One form for every way to write the same letters: uppercase first, so that ß is ss and every sigma is the same. Invisible
 * characters and repeated spaces are dropped.
 */
export function foldText(text: string): string {
  const folded = text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFC');
  const visible = folded
    .replaceAll(/[\p{Cf}\p{Cn}\p{Co}\p{Cs}]/gu, '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return Array.from(visible).slice(0, TERM_LENGTH_MAX).join('');
}

/** The prefix of an intent's ID is part of no term, so an ID is found with it and without. */
const toTerm = (text: string): string => foldText(text).replace(/^pi_/, '');

/** Every term of an intent: what a person may type, its amount, and the networks on which it was paid. */
export function searchTermsOf(intent: Searchable): string[] {
  const { customerEmail, orderId, addresses, payments, invoiceNumbers } = intent;
  const texts = [
    intent.id,
    customerEmail,
    ...beginningsOf(intent.customerName),
    ...(orderId === undefined ? [] : [orderId]),
    ...addresses,
    ...payments.map(({ tx }) => tx),
    ...invoiceNumbers,
  ];
  const terms = [
    ...texts.map(toTerm).filter((text) => text !== ''),
    amountTerm(intent.currency, intent.totalAmount),
    ...payments.map(({ network }) => networkTerm(network)),
  ];
  return [...new Set(terms)];
}

/** A name from each of its words on, so that it is found by any of them. */
function beginningsOf(name: string): string[] {
  const words = foldText(name).split(' ').slice(0, NAME_WORDS_MAX);
  return words.map((_, index) => words.slice(index).join(' '));
}

/** What a person typed, as the beginning of terms; undefined if it is empty. */
export function searchRange(text: string): TermRange | undefined {
  const wanted = toTerm(text);
  return wanted === '' ? undefined : { from: wanted, below: wanted + LAST_CHARACTER };
}

export const amountRange = (currency: string, min: FiatAmount, max: FiatAmount): TermRange => ({
  from: amountTerm(currency, min),
  below: amountTerm(currency, max) + LAST_CHARACTER,
});

export const networkRange = (network: string): TermRange => ({
  from: networkTerm(network),
  below: `${networkTerm(network)}\u{1}`,
});

/** No folded text begins with these, so nobody finds an amount or a network by typing. */
const amountTerm = (currency: string, amount: FiatAmount): string =>
  `\u{1}${currency}\u{1}${String(toJsonInteger(amount)).padStart(AMOUNT_DIGITS, '0')}`;
const networkTerm = (network: string): string => `\u{2}${network}`;
