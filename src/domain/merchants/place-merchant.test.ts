import { describe, expect, it } from 'vitest';
import { makeId } from '../ids.ts';
import { placeMerchant } from './place-merchant.ts';

const [one, two, three] = [1, 2, 3].map((number) => makeId('ds', number, new Uint8Array(10)));
const open = (id = one) => ({ id: id ?? expect.fail(), isOpen: true });
const closed = (id = one) => ({ ...open(id), isOpen: false });

describe('placeMerchant', () => {
  it('takes the main database if no data store is open', () => {
    expect(placeMerchant([], new Map())).toBeUndefined();
    expect(placeMerchant([closed(one), closed(two)], new Map())).toBeUndefined();
  });

  it('takes the open store with the fewest merchants, the oldest of several', () => {
    const stores = [open(one), open(two), closed(three)];
    expect(placeMerchant(stores, new Map())).toBe(one);
    expect(
      placeMerchant(
        stores,
        new Map([
          [one, 1],
          [undefined, 1],
        ]),
      ),
    ).toBe(two);
    expect(
      placeMerchant(
        stores,
        new Map([
          [one, 1],
          [two, 2],
        ]),
      ),
    ).toBe(one);
  });
});
