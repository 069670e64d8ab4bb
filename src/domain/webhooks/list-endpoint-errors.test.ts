import { expect, it } from 'vitest';
import { listEndpointErrors } from './list-endpoint-errors.ts';

it('finds nothing wrong with what is not given, or depends on the addresses of the host', () => {
  expect(listEndpointErrors({})).toEqual([]);
  expect(listEndpointErrors({ url: 'http://shop.example', events: ['*'] })).toEqual([]);
});

it('has the errors of the URL and of the types', () => {
  expect(listEndpointErrors({ url: 'ftp://shop.example', events: ['*', 'nope'] })).toEqual([
    { pointer: '#/url', code: 'invalid_url', detail: 'The URL must begin with https://.' },
    { pointer: '#/events/1', code: 'invalid_value', detail: 'No event type matches nope.' },
  ]);
});
