import { describe, expect, it } from 'vitest';
import { makeId } from '../ids.ts';
import { placeMerchant } from './place-merchant.ts';

const [one, two, three] = [1, 2, 3].map((number) => makeId('ds', number, new Uint8Array(10)));
const open = (id = one) => ({ id: id ?? expect.fail(), isOpen: true });
const closed = (id = one) => ({ ...open(id), isOpen: false });
const inStores = (...ids: (typeof one)[]) => ids.map((dataStoreId) => ({ dataStoreId }));

describe('placeMerchant', () => {
  it('takes the main database if no data store is open', () => {
    expect(placeMerchant([], [])).toBeUndefined();
    expect(placeMerchant([closed(one), closed(two)], [])).toBeUndefined();
  });

  it('takes the open store with the fewest merchants, the oldest of several', () => {
    const stores = [open(one), open(two), closed(three)];
    expect(placeMerchant(stores, [])).toBe(one);
    expect(placeMerchant(stores, inStores(one, undefined))).toBe(two);
    expect(placeMerchant(stores, inStores(one, two, two))).toBe(one);
  });
});
