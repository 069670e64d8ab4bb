import { parentPort } from 'node:worker_threads';
import { renderReceiptPdf } from '../checkout/render-receipt-pdf.ts';
import type { Drawing } from './pdf-thread.ts';
import { renderInvoicePdf } from './render-pdf.ts';

/** The program of the thread that draws PDFs, one after another. */
parentPort?.on('message', (drawing: Drawing) => {
  const { logo } = drawing;
  const drawn =
    'receipt' in drawing ? renderReceiptPdf(drawing.receipt, logo) : renderInvoicePdf(drawing.invoice, logo);
  drawn.then(
    (bytes) => answer({ bytes }),
    (error: unknown) => answer({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});

function answer(message: { bytes: Uint8Array } | { error: string }): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message);
}
