import { describe, expect, it, vi } from 'vitest';
import { TestClock } from '../../../test/memory/clock.ts';
import type { Invoice } from '../../domain/invoices/invoice.ts';
import { LIMITS } from '../../domain/limits.ts';
import { InvoicePdfs } from './invoice-pdfs.ts';
import type { Drawing } from './pdf-thread.ts';

const invoiceOf = (number: string, status = 'due') => ({ number, status, total: 12_100n }) as unknown as Invoice;

const numberOf = (drawing: Drawing): string =>
  'invoice' in drawing ? (drawing.invoice.number ?? 'a pro forma') : 'a receipt';

function setUp(sizeOf: (drawing: Drawing) => number = () => 1_000) {
  const draw = vi.fn((drawing: Drawing) => Promise.resolve(Buffer.alloc(sizeOf(drawing), numberOf(drawing))));
  const clock = new TestClock(0);
  const pdfs = new InvoicePdfs(clock, { draw, close: () => Promise.resolve() });
  const find = (invoice: Invoice, more: Partial<Parameters<InvoicePdfs['find']>[0]> = {}) =>
    pdfs.find({ owner: 'a merchant', invoice, logo: undefined, visitor: undefined, ...more });
  return { draw, clock, find };
}

describe('the PDF of an invoice', () => {
  it('is drawn once, however often and by how many it is asked for', async () => {
    const { draw, find } = setUp();
    const all = await Promise.all(Array.from({ length: 50 }, () => find(invoiceOf('INV-1'))));
    all.push(await find(invoiceOf('INV-1')));
    expect(new Set(all).size).toBe(1);
    expect(draw).toHaveBeenCalledTimes(1);
  });

  it('is drawn again when the invoice or the logo has changed', async () => {
    const { draw, find } = setUp();
    const load = vi.fn(() => Promise.resolve(undefined));
    await find(invoiceOf('INV-1'));
    await find(invoiceOf('INV-1', 'paid'));
    await find(invoiceOf('INV-1', 'paid'), { logo: { hash: 'a', load } });
    await find(invoiceOf('INV-1', 'paid'), { logo: { hash: 'b', load } });
    await find(invoiceOf('INV-1', 'paid'), { logo: { hash: 'a', load } });
    expect(draw).toHaveBeenCalledTimes(4);
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('is drawn again after it could not be drawn', async () => {
    const { draw, find } = setUp();
    draw.mockRejectedValueOnce(new Error('out of ink'));
    await expect(find(invoiceOf('INV-1'))).rejects.toThrow('out of ink');
    expect(await find(invoiceOf('INV-1'))).toHaveLength(1_000);
  });

  it('is drawn on when a client has waited long enough, and is there for its next try', async () => {
    vi.useFakeTimers();
    try {
      const { draw, find } = setUp();
      const drawn = Promise.withResolvers<Buffer<ArrayBuffer>>();
      draw.mockReturnValueOnce(drawn.promise);
      const waiting = [find(invoiceOf('INV-1')), find(invoiceOf('INV-1'))];
      const outcomes = Promise.allSettled(waiting);
      await vi.advanceTimersByTimeAsync(LIMITS.pdfWaitMsMax);
      for (const outcome of await outcomes)
        expect(outcome).toMatchObject({ reason: { code: 'unavailable', message: expect.stringContaining('still') } });
      drawn.resolve(Buffer.from('INV-1'));
      expect(await find(invoiceOf('INV-1'))).toEqual(Buffer.from('INV-1'));
      expect(draw).toHaveBeenCalledTimes(1);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is kept while there is room, the one used least recently making room', async () => {
    const { draw, find } = setUp(() => LIMITS.pdfBytesKeptMax / 2);
    for (const number of ['a', 'b', 'a', 'c', 'a']) await find(invoiceOf(number));
    expect(draw).toHaveBeenCalledTimes(3);
    await find(invoiceOf('b'));
    expect(draw).toHaveBeenCalledTimes(4);
  });

  it('is not kept if it is larger than the room', async () => {
    const { draw, find } = setUp((drawing) => (numberOf(drawing) === 'huge' ? LIMITS.pdfBytesKeptMax + 1 : 1));
    for (const number of ['huge', 'huge', 'a', 'a']) await find(invoiceOf(number));
    expect(draw).toHaveBeenCalledTimes(3);
  });
});

describe('a visitor', () => {
  it('can have a limited number drawn per minute, and any number that are kept', async () => {
    const { clock, find } = setUp();
    const visitor = '192.0.2.1';
    for (let count = 0; count < LIMITS.pdfsPerMinuteOfClient; count += 1)
      await find(invoiceOf(`${count}`), { visitor });
    await expect(find(invoiceOf('new'), { visitor })).rejects.toMatchObject({ code: 'rate_limited' });
    await expect(find(invoiceOf('0'), { visitor })).resolves.toBeDefined();
    await expect(find(invoiceOf('new'))).resolves.toBeDefined();
    await expect(find(invoiceOf('other'), { visitor: '192.0.2.2' })).resolves.toBeDefined();
    clock.advance(1_000);
    await expect(find(invoiceOf('newer'), { visitor })).resolves.toBeDefined();
  });
});
