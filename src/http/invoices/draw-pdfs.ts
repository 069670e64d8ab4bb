import { parentPort } from 'node:worker_threads';
import type { Drawing } from './pdf-thread.ts';
import { renderInvoicePdf } from './render-pdf.ts';

/** The program of the thread that draws PDFs, one after another. */
parentPort?.on('message', ({ invoice, logo }: Drawing) => {
  renderInvoicePdf(invoice, logo).then(
    (bytes) => answer({ bytes }),
    (error: unknown) => answer({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});

function answer(message: { bytes: Uint8Array } | { error: string }): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message);
}
