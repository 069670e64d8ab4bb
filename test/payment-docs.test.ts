import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { INTENT_STATUSES } from '../src/domain/intents/intent-status.ts';
import { FLAGS, REVIEW_CAUSES } from '../src/domain/intents/review.ts';
import { INTENT_WARNINGS } from '../src/domain/intents/warning-meanings.ts';
import { DEFAULT_POLICY } from '../src/domain/merchants/settings.ts';
import { EXPORT_COLUMNS } from '../src/ports/exports.ts';
import { rowsOf } from './docs/markdown.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const payments = read('docs/payments.md');

const codesIn = (cell = '') => [...cell.matchAll(/`(\w+)`/g)].map(([, code = '']) => code);
/** The codes in the first column of a table. */
const codesOf = (text: string, title: string) => rowsOf(text, title).flatMap(([first]) => codesIn(first));

it.each([
  ['status', 'Status', Object.keys(INTENT_STATUSES)],
  ['cause of a review', 'Cause', REVIEW_CAUSES],
  ['flag', 'Flag', FLAGS],
])('docs/payments.md explains every %s', (_, title, codes) => {
  expect(codesOf(payments, title).sort()).toEqual([...codes].sort());
});

it('docs/payments.md explains every warning', () => {
  expect(codesOf(payments, 'Warning').sort()).toEqual(Object.keys(INTENT_WARNINGS).sort());
});

it('docs/networks.md has the default tolerance', () => {
  const [[, , tolerance = ''] = []] = rowsOf(read('docs/networks.md'), 'Setting');
  expect(tolerance).toContain(`${DEFAULT_POLICY.tolerancePercent} percent`);
  expect(tolerance).toContain(`${DEFAULT_POLICY.toleranceAmount} in the displayed currency`);
});

it.each([
  ['payments', 'Column of payments'],
  ['invoices', 'Column of invoices'],
  ['transfers', 'Column of transfers'],
] as const)('docs/reconciliation.md lists every column of the export of %s', (kind, title) => {
  expect(codesOf(read('docs/reconciliation.md'), title).sort()).toEqual([...EXPORT_COLUMNS[kind]].sort());
});
