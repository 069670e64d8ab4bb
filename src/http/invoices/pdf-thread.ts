import { Worker } from 'node:worker_threads';
import { Problem } from '../../domain/errors.ts';
import type { Invoice } from '../../domain/invoices/invoice.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Logo } from '../../domain/merchants/settings.ts';
import type { ReceiptDocument } from '../checkout/render-receipt-pdf.ts';

/** What a PDF shows. */
export type PdfDocument = { invoice: Invoice } | { receipt: ReceiptDocument };

/** What a PDF is made of. */
export type Drawing = PdfDocument & { logo: Logo | undefined };

interface Job {
  drawing: Drawing;
  /** The merchant, so that one with slow PDFs delays only its own. */
  owner: string;
  resolve: (bytes: Buffer) => void;
  reject: (error: Error) => void;
}

const PROGRAM = new URL('./draw-pdfs.ts', import.meta.url);

const MEMORY_MB_MAX = 128;

const unavailable = (cause?: unknown) =>
  new Problem('unavailable', 'The PDF is temporarily unavailable. Try again in a moment.', {
    headers: { 'retry-after': '2' },
    cause,
  });

/**
 * Draws PDFs in a thread, because drawing one takes up to half a second, and seconds with many fonts, in which the server would
 * answer nobody. The thread starts with the first PDF, because it takes about 90 MB of memory, and is replaced if it fails.
 */
export class PdfThread {
  readonly #program: URL;
  readonly #waiting: Job[] = [];
  #worker: Worker | undefined;
  #job: Job | undefined;
  #lastOwner: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(program = PROGRAM) {
    this.#program = program;
  }

  draw(drawing: Drawing, owner: string): Promise<Buffer> {
    const hasRoom = this.#waiting.length < LIMITS.pdfsWaitingMax || this.#makeRoom(owner);
    if (this.#closed || !hasRoom) return Promise.reject(unavailable());
    return new Promise((resolve, reject) => {
      this.#waiting.push({ drawing, owner, resolve, reject });
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const job of this.#waiting.splice(0)) job.reject(unavailable());
    const worker = this.#worker;
    this.#replace(undefined);
    await worker?.terminate();
  }

  #next(): void {
    if (this.#job) return;
    this.#job = this.#takeNext();
    if (!this.#job) return;
    this.#worker ??= this.#start();
    const { drawing } = this.#job;
    this.#timer = setTimeout(() => this.#replace(new Error('Drawing a PDF took too long.')), LIMITS.pdfMsMax).unref();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    this.#worker.postMessage(drawing);
  }

  /** Gives up the last PDF of the owner with the most that wait, unless that is who wants one more. */
  #makeRoom(owner: string): boolean {
    const byOwner = Map.groupBy(this.#waiting, (job) => job.owner);
    const [most = []] = [...byOwner.values()].toSorted((a, b) => b.length - a.length);
    const last = most.at(-1);
    if (!last || most.length <= (byOwner.get(owner)?.length ?? 0) + 1) return false;
    this.#waiting.splice(this.#waiting.indexOf(last), 1);
    last.reject(unavailable());
    return true;
  }

  /** The owners take turns: the first PDF of one that was not drawn for last, else the first of all. */
  #takeNext(): Job | undefined {
    const other = this.#waiting.findIndex(({ owner }) => owner !== this.#lastOwner);
    const [job] = this.#waiting.splice(Math.max(0, other), 1);
    this.#lastOwner = job?.owner;
    return job;
  }

  #start(): Worker {
    const worker = new Worker(this.#program, { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB_MAX } });
    worker.on('message', (answer: { bytes: Uint8Array } | { error: string }) => {
      if (worker !== this.#worker) return;
      const job = this.#takeJob();
      if ('error' in answer) job?.reject(new Error(answer.error));
      else job?.resolve(Buffer.from(answer.bytes.buffer, answer.bytes.byteOffset, answer.bytes.byteLength));
      this.#next();
    });
    const onEnd = (cause: unknown) => {
      if (worker === this.#worker) this.#replace(cause);
    };
    worker.on('error', onEnd);
    worker.on('exit', () => onEnd(new Error('The thread that draws PDFs has ended.')));
    // It must not keep the process running. A listener for messages would undo this.
    worker.unref();
    return worker;
  }

  /** Gives up on the thread and what it was drawing. The next PDF starts another thread. */
  #replace(cause: unknown): void {
    const worker = this.#worker;
    this.#worker = undefined;
    void worker?.terminate();
    this.#takeJob()?.reject(unavailable(cause));
    this.#next();
  }

  #takeJob(): Job | undefined {
    const job = this.#job;
    clearTimeout(this.#timer);
    this.#job = undefined;
    return job;
  }
}
