import type { CryptoAmount } from '../money/money.ts';

/** A transfer as a chain tells of it. */
export interface Transfer {
  tx: string;
  /** Which of the transaction's transfers: always the same number, also when the transaction is included again. */
  index: number;
  /** What a place can be known by: the address, or each reference that the transaction names. */
  keys: readonly string[];
  address: string;
  /** The asset's code; undefined for a token that the registry does not know. */
  asset: string | undefined;
  /** The token's address on its network; undefined for the network's own coin. */
  token: string | undefined;
  amount: CryptoAmount;
  blockHeight: number | undefined;
  /** The transaction failed on chain: it moved nothing, and is told only so that somebody can be told why. */
  failed: boolean;
  /** What no other transaction can spend beside this one. */
  spends: readonly string[];
  firstSeenAtMs: number;
}

/** Why a transfer that reached a merchant counts for no intent. */
export const UNMATCHED_REASONS = ['failed', 'unknown_token', 'dust', 'too_old', 'no_reference', 'ambiguous'] as const;
export type UnmatchedReason = (typeof UNMATCHED_REASONS)[number];
