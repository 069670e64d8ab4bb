import type { CryptoAmount } from '../money/money.ts';

/** A transfer as a chain adapter reports it. */
export interface Transfer {
  tx: string;
  /** The position in its transaction. It stays the same when the transaction moves to another block. */
  index: number;
  /** The keys that may name a payment target: the address, or each reference in the transaction. */
  keys: readonly string[];
  address: string;
  /** The asset's code; undefined for an unknown token. */
  asset: string | undefined;
  /** The token's address on its network; undefined for the native coin. */
  token: string | undefined;
  amount: CryptoAmount;
  blockHeight: number | undefined;
  /** The time of that block, by the chain's clock. */
  blockTimeMs?: number | undefined;
  /** The transaction failed on chain and moved nothing. It is reported so that a payer can be told. */
  failed: boolean;
  /** The inputs of the transaction: another one that spends them replaces it. */
  spends: readonly string[];
  firstSeenAtMs: number;
  /** No node knows when its block was made, so it may be much older than `firstSeenAtMs`. */
  isUndated?: boolean;
  /** A contract sent it on, which only a trace shows. A scan does not see it in a block that its node cannot trace. */
  isForwarded?: boolean;
  /**
   * The balance of a wallet grew by this amount, without a transaction that can be read. `tx` is then the hash of the block
   * up to which the balance was compared. It asks the merchant to look, and never counts for an intent.
   */
  isUnexplained?: boolean;
}

/** Why a transfer to a merchant matches no payment intent. */
export const UNMATCHED_REASONS = [
  'failed',
  'unknown_token',
  'dust',
  'too_old',
  'too_late',
  'no_reference',
  'ambiguous',
  'other_amount',
  'unexplained',
  'too_many',
] as const;
export type UnmatchedReason = (typeof UNMATCHED_REASONS)[number];
