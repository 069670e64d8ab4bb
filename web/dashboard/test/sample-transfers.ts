import type { Transfer } from '../src/api/generated.ts';

const REASONS: Transfer['reason'][] = ['no_reference', 'unknown_token', 'dust', 'ambiguous', 'failed'];

/** Unmatched transfers, newest first. */
export const sampleTransfers = (count: number): Transfer[] =>
  Array.from({ length: count }, (_, index) => {
    const reason = REASONS[index % REASONS.length] ?? 'no_reference';
    const unknownToken = reason === 'unknown_token';
    return {
      id: `tr_034xqa4RjG1R9q${String(count - index).padStart(8, '0')}`,
      object: 'transfer',
      network: 'solana-devnet',
      tx: `5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKd${index}`,
      index: 1,
      address: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
      asset: unknownToken ? null : 'SOL',
      token: unknownToken ? 'Dpqf3yYGkXfL2RzjQ9sT4mWbV6nHcE8aUo7iKxJrPtZv' : null,
      amount: '0.46342',
      block: 312_345_678 - index,
      reason,
      payment_intent_id: null,
      assigned_to: null,
      first_seen_at: new Date(Date.now() - index * 600_000 - 30_000).toISOString(),
      claims: [],
      more_claims: 0,
      suggestions: [],
    };
  });
