import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { finalityTable, networkTable } from './docs/network-tables.ts';

const page = readFileSync(join(import.meta.dirname, '../docs/networks.md'), 'utf8');

/** The first table below a heading. */
const tableBelow = (heading: string): string | undefined =>
  /^\|.*(?:\n\|.*)*/m.exec(page.slice(page.indexOf(`\n${heading}\n`)))?.[0];

it('the page about networks lists every network with its assets and what turns it on', () => {
  expect(tableBelow('### All networks')).toBe(networkTable());
});

it('the page about networks says when a payment is final on every network', () => {
  expect(tableBelow('## When a payment is final')).toBe(finalityTable());
});
