import { hash } from 'node:crypto';
import { serialize } from 'node:v8';
import { Problem } from '../../domain/errors.ts';
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

/** Drawing goes on, so the PDF is there when the client tries again. */
const stillDrawing = () =>
  new Problem('unavailable', 'The PDF is still being drawn. Try again in a moment.', {
    headers: { 'retry-after': '2' },
  });

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
    const kept = this.#kept.get(key);
    if (kept) return kept;
    const begun = this.#drawing.get(key);
    if (begun) return inTime(begun);
    const refused = visitor === undefined ? undefined : this.#limit.count(visitor, this.#clock.nowMs());
    if (refused) throw refused;
    const drawing = this.#draw(key, document, { owner, logo }).finally(() => this.#drawing.delete(key));
    this.#drawing.set(key, drawing);
    return inTime(drawing);
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

/** A request has less time than a PDF may take. */
function inTime(drawing: Promise<Buffer>): Promise<Buffer> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(stillDrawing()), LIMITS.pdfWaitMsMax);
  return Promise.race([drawing, late.promise]).finally(() => clearTimeout(timer));
}
