import { expect, it } from 'vitest';
import { countMore, filterOf, fromText, isFiltered, readIntentsSearch, toQuery, toText } from './intents-search.ts';

const url = {
  q: 'ada',
  status: 'expired',
  currency: 'USD',
  amount_min: '500',
  cursor: 'pi_1',
  mode: 'live',
  other: 'x',
};

it('reads the filters of a URL, and drops what it does not know', () => {
  expect(filterOf(readIntentsSearch(url))).toEqual({ q: 'ada', status: 'expired', currency: 'USD', amount_min: '500' });
  expect(filterOf(readIntentsSearch({ status: 'paid', q: '' }))).toEqual({});
});

it('asks the API for the page, with the text as a search', () => {
  expect(toQuery(readIntentsSearch(url))).toEqual({
    search: 'ada',
    status: 'expired',
    currency: 'USD',
    amount_min: '500',
    cursor: 'pi_1',
  });
});

it('is the same after it was saved as text', () => {
  const search = readIntentsSearch(url);
  expect(filterOf(fromText(toText(search)))).toEqual(filterOf(search));
});

it('does not count a mode or a page as a filter', () => {
  expect(isFiltered({ mode: 'live', cursor: 'pi_1' } as never)).toBe(false);
  expect(countMore(readIntentsSearch(url))).toBe(1);
});
