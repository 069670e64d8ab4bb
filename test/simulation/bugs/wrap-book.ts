import type { PaymentBook } from '../../../src/ports/payment-book.ts';
import type { Bug } from './bug.ts';

/** Replaces some calls of a payment book. */
export const wrapBook =
  (change: (book: PaymentBook) => Partial<PaymentBook>): NonNullable<Bug['database']> =>
  (database) => ({
    findWatch: (network, nowMs) => database.findWatch(network, nowMs),
    transact: (work) => database.transact((book) => work({ ...book, ...change(book) })),
  });
