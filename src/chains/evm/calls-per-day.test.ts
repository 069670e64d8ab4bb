import { expect, it } from 'vitest';
import { NETWORKS } from '../../domain/networks/network.ts';
import { countCalls } from '../count-calls.test-fixture.ts';
import { callsPerDay } from './calls-per-day.ts';
import { atTip } from './scripted-node.test-fixture.ts';

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

it('counts the calls that a scan and a health check make', async () => {
  const { node, chain, scan } = await atTip();
  const callsOf = (work: () => Promise<unknown>) => countCalls(() => node.asked.length, work);
  expect(await callsOf(() => chain.probe())).toBe(2);
  expect(await callsOf(() => scan())).toBe(1);
  node.mine();
  node.mine();
  expect(await callsOf(() => scan())).toBe(3);
});

it('counts every block of a fast network if the coin is read, and one read per poll otherwise', () => {
  const { tokensOnly = 0, busy } = callsPerDay({ name: 'arbitrum', pollMs: 4_000 });
  expect(tokensOnly).toBe((86_400_000 / 4_000 / 15) * 2 + 21_600 * 3);
  expect(busy - tokensOnly).toBe(345_600);
  expect(callsPerDay({ name: 'ethereum', pollMs: 4_000 }).tokensOnly).toBe(2_880 + 14_400 + 7_200 * 3);
});
