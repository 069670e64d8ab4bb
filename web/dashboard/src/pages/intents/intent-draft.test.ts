import { describe, expect, it } from 'vitest';
import { EMPTY_ADDRESS, type IntentDraft, type LineDraft, priceDraft, writeIntent } from './intent-draft.ts';

const bulbs = { item_id: 'bulbs', name: 'Bulbs', unit_amount: 6_050, currency: 'USD', updated_at: '' };

const line = (more: Partial<LineDraft> = {}): LineDraft => ({
  key: 1,
  item: bulbs,
  itemId: '',
  price: '',
  quantity: '2',
  ...more,
});

const draftOf = (more: Partial<IntentDraft> = {}): IntentDraft => ({
  name: ' Ada ',
  email: ' ada@example.com ',
  phone: '',
  lines: [line()],
  currency: 'USD',
  taxPercent: '21',
  taxIncluded: true,
  asset: 'LTC',
  rate: '84,20',
  orderId: '',
  description: '',
  address: EMPTY_ADDRESS,
  ...more,
});

describe('priceDraft', () => {
  it('adds up and converts', () => {
    expect(priceDraft(draftOf())).toEqual({
      errors: {},
      sums: { lines: 12_100n, tax: 2_100n, total: 12_100n },
      crypto: '1.437055',
    });
  });

  it('adds items of the catalog and others', () => {
    const other = line({ item: null, itemId: 'engraving', price: '5.5', quantity: '1' });
    expect(priceDraft(draftOf({ lines: [line(), other] })).sums?.total).toBe(12_650n);
  });

  it('says beside each field what is wrong, and adds nothing up', () => {
    const lines = [
      line({ quantity: '0' }),
      line({ item: { ...bulbs, currency: 'EUR' } }),
      line({ item: null, itemId: ' ', price: '1.234' }),
    ];
    const { errors, sums, crypto } = priceDraft(draftOf({ email: ' ', lines, taxPercent: '101', rate: '0' }));
    expect(Object.keys(errors).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'customer/email',
      'exchange_rate',
      'items/0/quantity',
      'items/1/item_id',
      'items/2/item_id',
      'items/2/price',
      'tax_percent',
    ]);
    expect([sums, crypto]).toEqual([undefined, undefined]);
  });

  it('asks for more than zero', () => {
    const free = line({ item: { ...bulbs, unit_amount: 0 } });
    const { errors, crypto } = priceDraft(draftOf({ lines: [free] }));
    expect(errors).toEqual({ total_amount: 'The total must be more than zero.' });
    expect(crypto).toBeUndefined();
  });
});

describe('writeIntent', () => {
  it('writes the documented request', () => {
    const draft = draftOf({ orderId: ' 42 ', description: ' ' });
    const { sums, crypto } = priceDraft(draft);
    if (!sums || crypto === undefined) throw new Error('not priced');
    expect(writeIntent(draft, sums, crypto)).toEqual({
      customer: { name: 'Ada', email: 'ada@example.com', phone_number: '' },
      total_amount: 12_100,
      items: [{ item_id: 'bulbs', quantity: 2 }],
      currency_displayed: 'USD',
      tax_percent: 21,
      tax_amount: 2_100,
      crypto_amount_requested: '1.437055 LTC',
      exchange_rate: '1 LTC = 84.20 USD',
      billing_address: EMPTY_ADDRESS,
      shipping_address: EMPTY_ADDRESS,
      order_id: '42',
    });
  });
});
