import { describe, expect, it } from 'vitest';
import type { ShownIntent, TenantSnapshot } from './api-types.ts';
import { listDifferences } from './list-differences.ts';
import { listViolations } from './list-violations.ts';
import { readSnapshot } from './read-snapshot.ts';

/** A fresh copy of everything in the fixture. */
const readTenants = (): TenantSnapshot[] => readSnapshot().merchants.flatMap(({ tenants }) => tenants);

function find(tenants: readonly TenantSnapshot[], order: string): ShownIntent {
  const intents = tenants.flatMap((tenant) => tenant.intents);
  return intents.find(({ order_id }) => order_id === order) ?? expect.fail(`the fixture has no ${order}`);
}

describe('the invariants', () => {
  it('hold for the fixture', () => {
    expect(listViolations(readTenants())).toEqual([]);
  });

  it.each<[string, string, Partial<ShownIntent>]>([
    ['open', 'the sequence is the number of events', { sequence: 9 }],
    ['open', 'the last event with a status has the status', { status: 'expired' }],
    ['overpaid', 'the last event with flags has the flags', { flags: [] }],
    ['succeeded', 'amount_received is the sum of final payments', { amount_received: '12.6' }],
    ['seen', 'amount_pending is the sum of payments in flight', { amount_pending: '0' }],
    ['open', 'amount_remaining is what is due without both', { amount_remaining: '0.04' }],
    ['succeeded', 'overpaid_by is at most what was received beyond what is due', { overpaid_by: '0.1' }],
    ['underpaid', 'needs_review has a cause and nothing else has one', { review: null }],
    ['open', 'processing has money in flight', { status: 'processing' }],
    ['open', 'partially_paid has some of what is due', { status: 'partially_paid' }],
    ['partially-paid', 'requires_payment has nothing final', { status: 'requires_payment' }],
    ['open', 'succeeded has final money, or was accepted', { status: 'succeeded' }],
    ['partially-paid', 'expired holds no money', { status: 'expired' }],
    ['partially-paid', 'canceled holds no money, or was rejected', { status: 'canceled' }],
    ['unseen', 'underpaid and late have final money', { review: { cause: 'late', from: 'expired' } }],
    ['underpaid', 'wrong_asset has another asset', { review: { cause: 'wrong_asset', from: 'expired' } }],
    ['unseen', 'canceled_with_money holds money', { review: { cause: 'canceled_with_money', from: 'canceled' } }],
    ['late', 'the flag wrong_asset says that another asset is there', { flags: ['late', 'wrong_asset'] }],
    ['accepted', 'the flag manual says that it was accepted', { decision: null }],
  ])('%s: %s', (order, rule, change) => {
    const tenants = readTenants();
    Object.assign(find(tenants, order), change);
    expect(listViolations(tenants).join('\n')).toContain(`(${order}): ${rule}`);
  });

  it('see a gap in a timeline', () => {
    const tenants = readTenants();
    find(tenants, 'succeeded').timeline.splice(1, 1);
    expect(listViolations(tenants).join('\n')).toContain('events are numbered from 1 without a gap');
  });

  it('see a transfer, an address and an invoice number that are there twice', () => {
    const tenants = readTenants();
    const [paid, open] = [find(tenants, 'succeeded'), find(tenants, 'bakery-open')];
    open.payments.push(...paid.payments);
    open.targets.push(...paid.targets);
    const [invoiced] = tenants;
    invoiced?.invoices.push(...invoiced.invoices.slice(0, 1));
    const told = listViolations(tenants).join('\n');
    expect(told).toContain('a transfer counts for two intents');
    expect(told).toContain('two intents have one payment target');
    expect(told).toContain('invoices have the numbers');
  });

  it('see an unmatched transfer that counts though nobody assigned it', () => {
    const tenants = readTenants();
    const assigned = tenants.flatMap(({ transfers }) => transfers).find((transfer) => transfer['assigned_to'] !== null);
    Object.assign(assigned ?? expect.fail(), { assigned_to: null });
    expect(listViolations(tenants).join('\n')).toContain('counts for');
  });
});

describe('the comparison', () => {
  it('allows further members and nothing else', () => {
    const expected = { a: [{ b: 1 }, { b: null }], c: 'text' };
    expect(listDifferences(expected, { a: [{ b: 1, new: 2 }, { b: null }], c: 'text', d: {} })).toEqual([]);
    expect(listDifferences(expected, { a: [{ b: 2 }, {}], c: 'text' })).toEqual([
      '/a/0/b is 2 instead of 1',
      '/a/1/b is undefined instead of null',
    ]);
    expect(listDifferences(expected, { a: [{ b: 1 }], c: 'text' })).toEqual(['/a has 1 rows instead of 2']);
    expect(listDifferences(expected, null)).toEqual([' is no object']);
  });
});
