import { hash } from 'node:crypto';
import { serialize } from 'node:v8';
import type { Invoice } from '../../domain/invoices/invoice.ts';
import { Kept } from '../../domain/kept.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Logo } from '../../domain/merchants/settings.ts';
import type { Clock } from '../../ports/clock.ts';
import { perMinute, RateLimit } from '../server/rate-limit.ts';
import type { PdfThread } from './pdf-thread.ts';

interface Wanted {
  invoice: Invoice;
  /** The hash of the image, and how to get it. */
  logo: { hash: string; load: () => Promise<Logo | undefined> } | undefined;
  /** A client without a key. */
  visitor: string | undefined;
}

/** The PDFs of invoices. Each is drawn once for all who ask at the same time, and kept by its content while there is room. */
export class InvoicePdfs {
  readonly #clock: Clock;
  readonly #thread: Pick<PdfThread, 'draw' | 'close'>;
  readonly #limit = new RateLimit('pdf', perMinute(LIMITS.pdfsPerMinuteOfClient));
  readonly #kept = new Kept<Buffer>(LIMITS.pdfBytesKeptMax, ({ length }) => length);
  readonly #drawing = new Map<string, Promise<Buffer>>();

  constructor(clock: Clock, thread: Pick<PdfThread, 'draw' | 'close'>) {
    this.#clock = clock;
    this.#thread = thread;
  }

  async find({ invoice, logo, visitor }: Wanted): Promise<Buffer> {
    const key = hash('sha256', serialize([invoice, logo?.hash]));
    const found = this.#kept.get(key) ?? this.#drawing.get(key);
    if (found) return found;
    const refused = visitor === undefined ? undefined : this.#limit.count(visitor, this.#clock.nowMs());
    if (refused) throw refused;
    const drawing = this.#draw(key, invoice, logo).finally(() => this.#drawing.delete(key));
    this.#drawing.set(key, drawing);
    return drawing;
  }

  close(): Promise<void> {
    return this.#thread.close();
  }

  async #draw(key: string, invoice: Invoice, logo: Wanted['logo']): Promise<Buffer> {
    const bytes = await this.#thread.draw({ invoice, logo: await logo?.load() });
    this.#kept.keep(key, bytes);
    return bytes;
  }
}
