import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { callsPerDay } from '../src/chains/evm/calls-per-day.ts';
import { NETWORKS } from '../src/domain/networks/network.ts';
import { callsTable, finalityTable, networkTable } from './docs/network-tables.ts';

const page = readFileSync(join(import.meta.dirname, '../docs/networks.md'), 'utf8');

/** The first table below a line that begins like this. */
const tableBelow = (start: string): string | undefined =>
  /^\|.*(?:\n\|.*)*/m.exec(page.slice(page.indexOf(`\n${start}`)))?.[0];

it('the page about networks lists every network with its assets and what turns it on', () => {
  expect(tableBelow('### All networks')).toBe(networkTable());
});

it('the page about networks says when a payment is final on every network', () => {
  expect(tableBelow('## When a payment is final')).toBe(finalityTable());
});

it('the page about networks says how many calls a day an EVM network costs, also in what doctor prints', () => {
  expect(tableBelow('**Calls per day**')).toBe(callsTable());
  const { idle, tokensOnly = 0, busy } = callsPerDay(NETWORKS.base);
  const [most, alone, otherwise] = [busy, tokensOnly, idle].map((count) => count.toLocaleString('en-US'));
  const costs = `at most ${most} a day while payments are expected (${alone} for tokens alone), ${otherwise} otherwise`;
  expect(page).toContain(`base calls: ${costs}`);
});
