import { describe, expect, it } from 'vitest';
import { readItem } from './item-draft.ts';

const TULIP = { item_id: ' sku_1 ', name: ' Tulip ', unit_amount: '9.50', currency: 'usd' };

function read(fields: Partial<typeof TULIP>, itemId?: string) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...TULIP, ...fields })) form.set(name, value);
  return readItem(form, itemId);
}

describe('readItem', () => {
  it('reads an item', () => {
    expect(read({})).toEqual({ draft: { item_id: 'sku_1', name: 'Tulip', unit_amount: 950, currency: 'USD' } });
  });

  it('keeps the ID of an item that exists, because its field is disabled', () => {
    expect(read({ item_id: '' }, 'sku_2')).toMatchObject({ draft: { item_id: 'sku_2' } });
  });

  it('says everything that is missing at once', () => {
    expect(read({ item_id: '', name: ' ', unit_amount: '', currency: '' })).toEqual({
      errors: {
        item_id: 'Enter an item ID.',
        name: 'Enter a name.',
        unit_amount: 'Enter a number with up to 2 decimals.',
        currency: 'Enter a currency code, such as USD.',
      },
    });
  });

  it('asks for a whole number in a currency without decimals', () => {
    expect(read({ unit_amount: '9.50', currency: 'JPY' })).toEqual({
      errors: { unit_amount: 'Enter a whole number, such as 1210.' },
    });
  });
});
