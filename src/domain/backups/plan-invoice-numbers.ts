import type { MerchantId } from '../ids.ts';
import { UserError } from '../user-error.ts';
import type { InvoiceSeries } from './backup.ts';

/** A series with the number of the next invoice. */
export interface NextInvoice {
  series: InvoiceSeries;
  nextNumber: number;
}

export interface InvoiceAnswers {
  /** The number of the next invoice, by merchant. */
  next: ReadonlyMap<MerchantId, number>;
  /** How many numbers every other series leaves out. */
  skip: number | undefined;
}

/** The highest number that the database can count. */
const NUMBER_MAX = 2 ** 31 - 1;

/**
 * Decides how each series continues, and returns those that nobody has decided on. A number below those of the backup would
 * be used twice.
 */
export function planInvoiceNumbers(
  all: readonly InvoiceSeries[],
  { next, skip }: InvoiceAnswers,
): { decided: NextInvoice[]; open: InvoiceSeries[] } {
  const known = new Set(all.map(({ merchantId }) => merchantId));
  for (const merchantId of next.keys()) {
    if (!known.has(merchantId)) throw new UserError(`The backup contains no live invoice of ${merchantId}.`);
  }
  const decided: NextInvoice[] = [];
  const open: InvoiceSeries[] = [];
  for (const series of all) {
    const nextNumber = next.get(series.merchantId) ?? (skip === undefined ? undefined : series.lastNumber + skip + 1);
    if (nextNumber === undefined) open.push(series);
    else decided.push({ series, nextNumber: checkNumber(series, nextNumber) });
  }
  return { decided, open };
}

/** Throws a UserError if a series cannot continue with this number. */
export function checkNumber({ merchantId, lastNumber }: InvoiceSeries, nextNumber: number): number {
  const isWhole = Number.isSafeInteger(nextNumber) && nextNumber <= NUMBER_MAX;
  if (isWhole && nextNumber > lastNumber) return nextNumber;
  throw new UserError(
    `The next invoice number of ${merchantId} must be a whole number from ${lastNumber + 1} to ${NUMBER_MAX}, ` +
      `because the backup contains invoice ${lastNumber}.`,
  );
}
