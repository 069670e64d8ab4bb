import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { IntentId } from '../ids.ts';
import { type Intent, openIntent } from '../intents/intent.ts';
import type { IntentRequest } from '../intents/intent-request.ts';
import { INTENT_STATUSES, type IntentStatus } from '../intents/intent-status.ts';
import type { Item } from '../items/item.ts';
import { formatMoney } from '../money/format-money.ts';
import { fiatAmount, sum, ZERO } from '../money/money.ts';
import { buildInvoice, formatInvoiceNumber, freezeInvoice, type Invoice } from './invoice.ts';

const address = { address: 'Main St 1', city: 'Delft', state: '', country: 'NL', postal_code: '2611' };

function intentOf(more: Partial<IntentRequest>): Intent {
  const request: IntentRequest = {
    customer: { name: 'Ada', email: 'ada@example.com', phone_number: '' },
    total_amount: 12_100,
    items: [{ item_id: 'a', quantity: 2 }],
    currency_displayed: 'USD',
    tax_percent: 21,
    tax_amount: 2_100,
    crypto_amount_requested: '0.5 SOL',
    exchange_rate: '1 SOL = $242',
    billing_address: address,
    shipping_address: address,
    ...more,
  };
  const id = 'pi_034xq7eOP9ZYU86r8hkeCz' as IntentId;
  return openIntent({ id, livemode: false, nowMs: 0, request, requestBody: JSON.stringify(request) });
}

function invoiceOf(intent: Intent, catalog: readonly Item[]): Invoice {
  const document = freezeInvoice(intent, { name: 'Shop', address: [] }, catalog);
  const paid = { payments: [], amountReceived: '0', overpaidBy: '0' };
  return buildInvoice({ intent, document, issued: undefined, all: [], ...paid });
}

const item = (itemId: string, unitAmount: bigint | number, currency = 'USD'): Item => ({
  itemId,
  name: `Item ${itemId}`,
  unitAmount: fiatAmount(unitAmount),
  currency,
});

describe('the number of an invoice', () => {
  it('has six digits, and more where it needs them', () => {
    const numbers = [1, 42, 999_999, 1_000_000].map((number) => formatInvoiceNumber({ prefix: 'INV-', number }));
    expect(numbers).toEqual(['INV-000001', 'INV-000042', 'INV-999999', 'INV-1000000']);
    expect(formatInvoiceNumber({ prefix: '', number: 7 })).toBe('000007');
  });
});

describe('the lines of an invoice', () => {
  it('take name and price from the catalog, and show an unknown id as it is', () => {
    const intent = intentOf({ items: ['a', 'b', 'c'].map((item_id) => ({ item_id, quantity: 3 })) });
    const { lines } = invoiceOf(intent, [item('a', 150n), item('c', 10n, 'EUR')]);
    expect(lines).toEqual([
      { itemId: 'a', name: 'Item a', quantity: 3, unitAmount: 150n, amount: 450n },
      { itemId: 'b', name: 'b', quantity: 3, unitAmount: undefined, amount: undefined },
      { itemId: 'c', name: 'Item c', quantity: 3, unitAmount: undefined, amount: undefined },
    ]);
  });

  it('show no amount above what any total can be', () => {
    const intent = intentOf({ items: [{ item_id: 'a', quantity: 2 }] });
    const invoice = invoiceOf(intent, [item('a', 999_999_999_999n)]);
    expect(invoice.lines[0]).toMatchObject({ unitAmount: 999_999_999_999n, amount: undefined });
    expect(invoice.subtotal).toBeUndefined();
  });
});

describe('the sums of an invoice', () => {
  it.each([
    ['net prices', 5_000n, 12_100, 2_100, 10_000n, false],
    ['prices with tax', 6_050n, 12_100, 2_100, 10_000n, true],
    ['lines that do not add up', 1n, 12_100, 2_100, undefined, false],
    ['tax above the total', 5_000n, 100, 2_100, undefined, false],
  ])('for %s', (_name, price, total_amount, tax_amount, subtotal, pricesIncludeTax) => {
    const invoice = invoiceOf(intentOf({ total_amount, tax_amount }), [item('a', price)]);
    expect(invoice).toMatchObject({ subtotal, pricesIncludeTax, total: BigInt(total_amount) });
  });

  it('for lines without a price: a subtotal only where the percentage fits', () => {
    expect(invoiceOf(intentOf({}), []).subtotal).toBe(10_000n);
    expect(invoiceOf(intentOf({ tax_amount: 2_541 }), []).subtotal).toBeUndefined();
  });

  it('are those of the request, whatever the catalog says; a subtotal is the total less the tax, or absent', () => {
    const amount = fc.integer({ min: 0, max: 999_999_999_999 });
    const lines = fc.array(
      fc.record({ quantity: fc.integer({ min: 1, max: 1_000_000 }), price: fc.option(amount, { nil: undefined }) }),
      { minLength: 1, maxLength: 100 },
    );
    fc.assert(
      fc.property(lines, amount, amount, fc.integer({ min: 0, max: 100 }), (wanted, total, tax, percent) => {
        const intent = intentOf({
          items: wanted.map(({ quantity }, index) => ({ item_id: `i${index}`, quantity })),
          total_amount: total,
          tax_amount: tax,
          tax_percent: percent,
        });
        const catalog = wanted.flatMap(({ price }, index) =>
          price === undefined ? [] : [item(`i${index}`, BigInt(price))],
        );
        const invoice = invoiceOf(intent, catalog);
        expect([invoice.total, invoice.taxAmount, invoice.taxPercent]).toEqual([BigInt(total), BigInt(tax), percent]);
        expect([undefined, BigInt(total) - BigInt(tax)]).toContain(invoice.subtotal);
        const amounts = invoice.lines.map((line) => line.amount);
        if (invoice.subtotal !== undefined && amounts.every((value) => value !== undefined)) {
          expect([invoice.subtotal, invoice.total]).toContain(sum(amounts));
        }
        for (const [index, line] of invoice.lines.entries()) {
          const { price, quantity } = wanted[index] ?? { price: undefined, quantity: 0 };
          const worth = price === undefined ? undefined : BigInt(price) * BigInt(quantity);
          expect(line.amount).toBe(worth !== undefined && worth <= 999_999_999_999n ? worth : undefined);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('the status word', () => {
  it('exists for every status of an intent', () => {
    const words = Object.keys(INTENT_STATUSES).map((status) => {
      const intent = { ...intentOf({}), status: status as IntentStatus };
      return [status, invoiceOf(intent, []).status];
    });
    expect(Object.fromEntries(words)).toEqual({
      requires_payment: 'due',
      processing: 'due',
      partially_paid: 'partially_paid',
      succeeded: 'paid',
      expired: 'due',
      canceled: 'canceled',
      needs_review: 'in_review',
    });
  });
});

describe('money', () => {
  it('is formatted by the exponent of its currency', () => {
    expect(
      ['JPY', 'USD', 'KWD', 'XYZ'].map((code) => invoiceOf(intentOf({ currency_displayed: code }), []).exponent),
    ).toEqual([0, 2, 3, 2]);
    expect([0, 2, 3].map((exponent) => formatMoney(fiatAmount(1_234_567), exponent))).toEqual([
      '1,234,567',
      '12,345.67',
      '1,234.567',
    ]);
    expect([0, 2, 3].map((exponent) => formatMoney(ZERO, exponent))).toEqual(['0', '0.00', '0.000']);
    expect(formatMoney(fiatAmount(-5), 2)).toBe('-0.05');
  });

  it('reads back as the same integer', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 999_999_999_999n }), fc.constantFrom(0, 2, 3, 4), (amount, exponent) => {
        const text = formatMoney(fiatAmount(amount), exponent);
        expect(text).toMatch(
          exponent === 0 ? /^\d{1,3}(,\d{3})*$/ : new RegExp(`^\\d{1,3}(,\\d{3})*\\.\\d{${exponent}}$`),
        );
        expect(BigInt(text.replaceAll(/[,.]/g, ''))).toBe(amount);
      }),
    );
  });
});
