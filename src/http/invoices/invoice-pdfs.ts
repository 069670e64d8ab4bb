import { hash } from 'node:crypto';
import { serialize } from 'node:v8';
import { Kept } from '../../domain/kept.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Logo } from '../../domain/merchants/settings.ts';
import type { Clock } from '../../ports/clock.ts';
import { perMinute, RateLimit } from '../server/rate-limit.ts';
import type { PdfDocument, PdfThread } from './pdf-thread.ts';

interface Source {
  /** The merchant whose PDF it is. */
  owner: string;
  /** The hash of the image, and how to get it. */
  logo: { hash: string; load: () => Promise<Logo | undefined> } | undefined;
  /** A client without a key. */
  visitor: string | undefined;
}

/** The PDFs of invoices and receipts. Each is drawn once for all who ask at the same time, and kept by its content while there is room. */
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

  async find({ owner, logo, visitor, ...document }: PdfDocument & Source): Promise<Buffer> {
    const key = hash('sha256', serialize([document, logo?.hash]));
    const found = this.#kept.get(key) ?? this.#drawing.get(key);
    if (found) return found;
    const refused = visitor === undefined ? undefined : this.#limit.count(visitor, this.#clock.nowMs());
    if (refused) throw refused;
    const drawing = this.#draw(key, document, { owner, logo }).finally(() => this.#drawing.delete(key));
    this.#drawing.set(key, drawing);
    return drawing;
  }

  close(): Promise<void> {
    return this.#thread.close();
  }

  async #draw(key: string, document: PdfDocument, { owner, logo }: Omit<Source, 'visitor'>): Promise<Buffer> {
    const bytes = await this.#thread.draw({ ...document, logo: await logo?.load() }, owner);
    this.#kept.keep(key, bytes);
    return bytes;
  }
}
