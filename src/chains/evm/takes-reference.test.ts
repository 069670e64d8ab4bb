import { expect, it } from 'vitest';
import { takesReference } from './takes-reference.ts';

const TOKEN = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';

it.each([
  ['USDC', 'base', TOKEN, true],
  ['EURC', 'ethereum', TOKEN, true],
  ['USDC', 'bnb', TOKEN, false],
  ['USDT', 'ethereum', TOKEN, false],
  ['ETH', 'base', undefined, false],
])('%s on %s', (code, network, token, expected) => {
  expect(takesReference({ code, network, token, decimals: 6 })).toBe(expected);
});
