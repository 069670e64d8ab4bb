import { expect, it } from 'vitest';
import { filterOf, isFiltered, readMethod, readSearch } from './requests-search.ts';

it('readSearch knows request IDs, routes and error codes', () => {
  const nothing = { route: undefined, problem: undefined };
  expect(readSearch('  ')).toEqual(nothing);
  expect(readSearch(' req_0123 ')).toEqual({ ...nothing, request: 'req_0123' });
  expect(readSearch('/{public_key}/items')).toEqual({ ...nothing, route: '/{public_key}/items' });
  expect(readSearch('rate_limited')).toEqual({ ...nothing, problem: 'rate_limited' });
});

it('the page and the open request are no filter', () => {
  const search = { status: '4xx', key_id: 'key_1', cursor: 'c', request: 'req_1', method: undefined };
  expect(filterOf(search)).toEqual({ status: '4xx', key_id: 'key_1' });
  expect(isFiltered(search)).toBe(true);
  expect(isFiltered({ cursor: 'c', request: 'req_1' })).toBe(false);
});

it('readMethod knows the methods of the API', () => {
  expect(readMethod('PATCH')).toBe('PATCH');
  expect(readMethod('patch')).toBeUndefined();
});
