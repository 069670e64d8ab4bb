import { parseDecimal } from '../../domain/money/decimal.ts';
import type { ComparableClaim } from '../../domain/transfers/compare-claims.ts';

/** The columns of the intent that a claim names, as a left join returns them. */
export interface DueRow {
  asset: string | null;
  crypto_amount: string | null;
}

/** What the intent of a claim asks for. */
export const readDue = ({ asset, crypto_amount }: DueRow): ComparableClaim['due'] =>
  asset === null || crypto_amount === null ? undefined : { asset, amount: parseDecimal(crypto_amount) };
