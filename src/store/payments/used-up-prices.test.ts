import { expect, it } from 'vitest';
import { parseDecimal } from '../../domain/money/decimal.ts';
import type { AmountOrder } from '../../ports/intents.ts';
import { UsedUpPrices } from './used-up-prices.ts';

const NEVER = Number.POSITIVE_INFINITY;
const place = { network: 'solana', address: 'wallet' };
const range = {
  due: parseDecimal('0.2'),
  lowest: parseDecimal('0.20000001'),
  highest: parseDecimal('0.2002'),
  step: parseDecimal('0.00000001'),
  round: parseDecimal('0.01'),
};
const at = (number: number) => ({ ...place, address: String(number) });
const orderAt = (assignedAtMs: number, more: Partial<AmountOrder> = {}): AmountOrder => ({
  asset: 'SOL',
  range,
  proposals: [],
  assignedAtMs,
  heldUntilMs: assignedAtMs + 1,
  ...more,
});

it('remembers a price for ten seconds, or until one of its amounts is released', () => {
  const prices = new UsedUpPrices();
  expect(prices.has(place, orderAt(0))).toBe(false);
  prices.add(place, orderAt(0), NEVER);
  expect(prices.has(place, orderAt(9_999))).toBe(true);
  expect(prices.has(place, orderAt(10_000))).toBe(false);
  prices.add(place, orderAt(0), 500);
  expect(prices.has(place, orderAt(499))).toBe(true);
  expect(prices.has(place, orderAt(500))).toBe(false);
});

it('tells networks, addresses, assets and prices apart', () => {
  const prices = new UsedUpPrices();
  prices.add(place, orderAt(0), NEVER);
  expect(prices.has({ ...place, network: 'solana-devnet' }, orderAt(0))).toBe(false);
  expect(prices.has({ ...place, address: 'other' }, orderAt(0))).toBe(false);
  expect(prices.has(place, orderAt(0, { asset: 'USDC' }))).toBe(false);
  expect(prices.has(place, orderAt(0, { range: { ...range, due: parseDecimal('0.1') } }))).toBe(false);
  expect(prices.has(place, orderAt(0, { range: { ...range, highest: parseDecimal('0.201') } }))).toBe(false);
});

it('forgets the oldest of ten thousand prices', () => {
  const prices = new UsedUpPrices();
  for (let number = 0; number < 10_000; number += 1) prices.add(at(number), orderAt(0), NEVER);
  prices.add(at(1), orderAt(0), NEVER);
  expect(prices.has(at(0), orderAt(0))).toBe(true);
  prices.add(at(10_000), orderAt(0), NEVER);
  expect([0, 1, 10_000].map((number) => prices.has(at(number), orderAt(0)))).toEqual([false, true, true]);
});
