import { execFile } from 'node:child_process';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openShop } from '../../../test/memory/open-shop.ts';
import type { Invoice } from '../../domain/invoices/invoice.ts';
import { LIMITS } from '../../domain/limits.ts';
import { getInvoice } from '../../usecases/invoices/get-invoice.ts';
import { PdfThread } from './pdf-thread.ts';

/** Does to the thread what the number of the invoice says. */
const FAULTY = `import { parentPort } from 'node:worker_threads';
parentPort.on('message', ({ invoice: { number } }) => {
  if (number === 'exit') process.exit(1);
  if (number === 'throw') throw new Error('out of ink');
  if (number === 'hang') for (;;);
  if (number === 'fill the memory') for (const all = [];;) all.push(new Array(1e6).fill(Math.random()));
  parentPort.postMessage(number === 'fail' ? { error: 'no such font' } : { bytes: Buffer.from(number) });
});`;

let thread: PdfThread;
beforeEach(() => {
  thread = new PdfThread(new URL(`data:text/javascript,${encodeURIComponent(FAULTY)}`));
});
afterEach(async () => {
  vi.useRealTimers();
  await thread.close();
});

const draw = (number: string, owner = 'a merchant') =>
  thread.draw({ invoice: { number } as Invoice, logo: undefined }, owner);
const textOf = async (number: string, owner?: string) => (await draw(number, owner)).toString();

async function longInvoice(): Promise<Invoice> {
  const shop = await openShop();
  const items = Array.from({ length: LIMITS.itemsMax }, (_, index) => ({ item_id: `sku_${index}`, quantity: 1 }));
  const { id } = await shop.openIntent('0.5 SOL', { items });
  return getInvoice(shop.ports, shop.store, { merchantId: shop.tenant.merchantId, intentId: id });
}

describe('a PDF', () => {
  it('is drawn while the event loop goes on', async () => {
    const real = new PdfThread();
    const invoice = await longInvoice();
    // The first one also waits until the thread has loaded its program.
    await real.draw({ invoice, logo: undefined }, 'a merchant');
    let turns = 0;
    const counting = new AbortController();
    const drawing = real.draw({ invoice, logo: undefined }, 'a merchant').finally(() => counting.abort());
    for (; !counting.signal.aborted; turns += 1) await nextTurn();
    expect(turns).toBeGreaterThan(100);
    expect((await drawing).subarray(0, 5).toString()).toBe('%PDF-');
    await real.close();
  });
});

describe('the thread', () => {
  it('draws one PDF after another, each for who asked for it', async () => {
    expect(await Promise.all(['a', 'b', 'c'].map((number) => textOf(number)))).toEqual(['a', 'b', 'c']);
  });

  it.each(['exit', 'throw', 'fill the memory'])('is replaced after it fails: %s', async (fault) => {
    const failed = draw(fault);
    const next = textOf('next');
    await expect(failed).rejects.toMatchObject({ code: 'unavailable', headers: { 'retry-after': '2' } });
    expect(await next).toBe('next');
  });

  it('is replaced when a PDF takes too long', async () => {
    expect(await textOf('first')).toBe('first');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const hanging = draw('hang');
    const next = textOf('next');
    vi.advanceTimersByTime(LIMITS.pdfMsMax);
    await expect(hanging).rejects.toMatchObject({ code: 'unavailable' });
    expect(await next).toBe('next');
  });

  it('goes on after an invoice that cannot be drawn', async () => {
    await expect(draw('fail')).rejects.toThrow('no such font');
    expect(await textOf('next')).toBe('next');
  });

  it('lets no more wait than it can draw in time', async () => {
    const drawings = Array.from({ length: LIMITS.pdfsWaitingMax + 1 }, (_, index) => textOf(String(index)));
    await expect(draw('one more')).rejects.toMatchObject({ code: 'unavailable', headers: { 'retry-after': '2' } });
    expect(await Promise.all(drawings)).toHaveLength(LIMITS.pdfsWaitingMax + 1);
    expect(await textOf('later')).toBe('later');
  });

  it('draws for merchants in turn, so that one with many PDFs does not delay the others', async () => {
    const drawn: string[] = [];
    const note = async (number: string, owner: string) => void drawn.push(await textOf(number, owner));
    await Promise.all([
      ...['1', '2', '3', '4'].map((number) => note(number, 'busy')),
      note('other', 'another'),
      note('third', 'a third'),
    ]);
    expect(drawn).toEqual(['1', 'other', '2', 'third', '3', '4']);
  });

  it('makes room for another merchant', async () => {
    const busy = Array.from({ length: LIMITS.pdfsWaitingMax + 1 }, (_, index) => textOf(String(index), 'busy'));
    const other = textOf('other', 'another');
    await expect(busy.pop()).rejects.toMatchObject({ code: 'unavailable' });
    expect(await other).toBe('other');
    expect(await Promise.all(busy)).toHaveLength(LIMITS.pdfsWaitingMax);
  });

  it('does not keep the process running', async () => {
    const module = new URL('./pdf-thread.ts', import.meta.url).href;
    const script = `import { PdfThread } from ${JSON.stringify(module)};
      const server = setInterval(() => undefined, 1_000);
      await new PdfThread().draw({ invoice: {}, logo: undefined }, 'a merchant').catch(() => console.log('failed'));
      clearInterval(server);`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
    expect(stdout.trim()).toBe('failed');
  });

  it('ends, and with it what waits for it', async () => {
    const drawings = [draw('hang'), draw('waiting')].map((drawing) => drawing.catch((error: unknown) => error));
    await thread.close();
    for (const error of await Promise.all(drawings)) expect(error).toMatchObject({ code: 'unavailable' });
    await expect(draw('after the end')).rejects.toMatchObject({ code: 'unavailable' });
  });
});
