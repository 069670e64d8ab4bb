import { expect, it } from 'vitest';
import { NETWORKS } from '../../domain/networks/network.ts';
import { callsPerDay } from './calls-per-day.ts';

it.each(['ethereum', 'base', 'polygon', 'bnb', 'arbitrum', 'evm-local'] as const)(
  'says what %s costs: more with more to read',
  (name) => {
    const { idle, tokensOnly = 0, busy } = callsPerDay(NETWORKS[name]);
    expect([idle, tokensOnly, busy].every(Number.isSafeInteger)).toBe(true);
    expect(idle).toBeGreaterThan(0);
    expect(tokensOnly).toBeGreaterThan(idle);
    expect(busy).toBeGreaterThan(tokensOnly);
  },
);

it('counts every block of a fast network if the coin is read, and one read per poll otherwise', () => {
  const { tokensOnly = 0, busy } = callsPerDay({ name: 'arbitrum', pollMs: 4_000 });
  expect(tokensOnly).toBe((86_400_000 / 4_000 / 15) * 2 + 21_600 * 3);
  expect(busy - tokensOnly).toBe(345_600);
  expect(callsPerDay({ name: 'ethereum', pollMs: 4_000 }).tokensOnly).toBe(2_880 + 14_400 + 7_200 * 3);
});
