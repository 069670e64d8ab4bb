import { expect, it } from 'vitest';
import { readSentText } from './read-sent-text.ts';

const rateOf = (body: string) => readSentText(body, 'exchange_rate', (request) => request.exchange_rate);

it.each([
  ['once', '{"order_id":"1","exchange_rate" : "1 SOL = $261.10"}', '1 SOL = $261.10'],
  ['again as a value', '{"metadata":{"a":"exchange_rate"},"exchange_rate":"1 SOL = €9"}', '1 SOL = €9'],
  ['again as a key', '{"metadata":{"exchange_rate":"no"},"exchange_rate":"1 SOL = €9"}', '1 SOL = €9'],
  ['beside an escape', String.raw`{"order_id":"\"exchange_rate\"","exchange_rate":"1 SOL = \u20ac9"}`, '1 SOL = €9'],
])('reads a text whose key is there %s', (_, body, rate) => {
  expect(rateOf(body)).toBe(rate);
});
