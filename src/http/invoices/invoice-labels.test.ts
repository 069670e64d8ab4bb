import { describe, expect, it } from 'vitest';
import type { Invoice } from '../../domain/invoices/invoice.ts';
import { fiatAmount } from '../../domain/money/money.ts';
import { addressLines, cryptoRows, formatTime, linesNote } from './invoice-labels.ts';

const ADDRESS = { address: 'Keizersgracht 126', city: 'Amsterdam', state: '', country: 'NL', postal_code: '1015 CW' };

describe('addressLines', () => {
  it.each([
    ['NL', 'Netherlands'],
    ['Netherlands', 'Netherlands'],
    ['ZZZ', 'ZZZ'],
    ['QQ', 'QQ'],
  ])('writes the country %s as %s', (country, name) => {
    expect(addressLines({ ...ADDRESS, country })).toEqual(['Keizersgracht 126', '1015 CW Amsterdam', name]);
  });
});

it('formatTime writes times as the dashboard does', () => {
  expect(formatTime('2026-11-19T14:12:30Z')).toBe('Nov 19, 2026, 2:12 PM');
  expect(formatTime('soon')).toBe('soon');
});

const invoice = (amounts: (bigint | undefined)[], more: Partial<Invoice> = {}) =>
  ({
    lines: amounts.map((amount) => ({ amount: amount === undefined ? undefined : fiatAmount(amount) })),
    total: fiatAmount(12_100n),
    taxAmount: fiatAmount(2_100n),
    subtotal: fiatAmount(10_000n),
    pricesIncludeTax: false,
    ...more,
  }) as Invoice;

describe('linesNote', () => {
  it.each<[string, Invoice, string | undefined]>([
    ['no line has a price', invoice([undefined]), 'The total includes lines without a price.'],
    ['the prices are less than the total', invoice([4_000n, undefined]), 'The total includes lines without a price.'],
    ['the prices alone are the total without tax', invoice([10_000n, undefined]), undefined],
    [
      'the prices are more than the total',
      invoice([20_000n, undefined], { subtotal: undefined }),
      'The lines do not add up to the total. The total applies.',
    ],
    ['every line has a price', invoice([10_000n]), undefined],
    ['the prices include the tax', invoice([12_100n], { pricesIncludeTax: true }), 'Prices include tax.'],
  ])('where %s', (_, given, note) => {
    expect(linesNote(given)).toBe(note);
  });
});

describe('cryptoRows', () => {
  it.each([
    ['0', ['Amount due', 'Amount received', 'Exchange rate']],
    ['0.25', ['Amount due', 'Amount received', 'Overpaid by', 'Exchange rate']],
  ])('of an invoice that is overpaid by %s', (overpaidBy, labels) => {
    const rows = cryptoRows(invoice([], { asset: 'SOL', overpaidBy }));
    expect(rows.map(({ label }) => label)).toEqual(labels);
  });
});
