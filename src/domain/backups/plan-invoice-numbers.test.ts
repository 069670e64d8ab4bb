import { describe, expect, it } from 'vitest';
import { makeId } from '../ids.ts';
import type { InvoiceSeries } from './backup.ts';
import { checkNumber, planInvoiceNumbers } from './plan-invoice-numbers.ts';

const seriesOf = (number: number, lastNumber: number): InvoiceSeries => ({
  database: 'main',
  merchantId: makeId('mer', number, new Uint8Array(10)),
  merchantName: `Shop ${number}`,
  lastNumber,
});
const [one, other] = [seriesOf(1, 41), seriesOf(2, 7)];

describe('the next invoice numbers', () => {
  it('are those that were answered, and the rest stays open', () => {
    const answers = { next: new Map([[one.merchantId, 50]]), skip: undefined };
    expect(planInvoiceNumbers([one, other], answers)).toEqual({
      decided: [{ series: one, nextNumber: 50 }],
      open: [other],
    });
  });

  it('leave a gap in every series without an answer', () => {
    const answers = { next: new Map([[one.merchantId, 42]]), skip: 100 };
    expect(planInvoiceNumbers([one, other], answers)).toEqual({
      decided: [
        { series: one, nextNumber: 42 },
        { series: other, nextNumber: 108 },
      ],
      open: [],
    });
  });

  it('are never one that the backup contains', () => {
    expect(checkNumber(one, 42)).toBe(42);
    for (const number of [41, 0, -1, 42.5, Number.NaN, 2 ** 31]) {
      expect(() => checkNumber(one, number)).toThrow('whole number from 42 to 2147483647');
    }
  });

  it('belong to a merchant with live invoices', () => {
    const answers = { next: new Map([[other.merchantId, 50]]), skip: undefined };
    expect(() => planInvoiceNumbers([one], answers)).toThrow(`no live invoice of ${other.merchantId}`);
  });
});
