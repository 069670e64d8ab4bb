import type { Network, Transfer } from '../src/api/generated.ts';

const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();

/** What a server with three networks answers in test mode: one needs no wallet, one is not read at the moment. */
export function sampleNetworks(): Network[] {
  return [
    {
      name: 'simulated',
      title: 'Simulated network',
      wallet: 'none',
      assets: ['BTC', 'LTC', 'SOL'],
      state: 'ok',
      read_at: ago(1),
      detail: 'last read 1 s ago',
    },
    {
      name: 'litecoin-regtest',
      title: 'Litecoin regtest',
      wallet: 'extended_key',
      assets: ['LTC'],
      state: 'ok',
      read_at: ago(2),
      detail: 'last read 2 s ago',
    },
    {
      name: 'solana-devnet',
      title: 'Solana devnet',
      wallet: 'address',
      assets: ['SOL', 'USDC'],
      state: 'delayed',
      read_at: ago(900),
      detail: 'no node answers',
    },
  ];
}

const REASONS: Transfer['reason'][] = ['no_reference', 'unknown_token', 'dust', 'ambiguous', 'failed'];

/** Money that counts for nobody, newest first. */
export const sampleTransfers = (count: number): Transfer[] =>
  Array.from({ length: count }, (_, place) => {
    const reason = REASONS[place % REASONS.length] ?? 'no_reference';
    const unknown = reason === 'unknown_token';
    return {
      id: `tr_034xqa4RjG1R9q${String(count - place).padStart(8, '0')}`,
      object: 'transfer',
      network: 'solana-devnet',
      tx: `5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKd${place}`,
      index: 1,
      address: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
      asset: unknown ? null : 'SOL',
      token: unknown ? 'Dpqf3yYGkXfL2RzjQ9sT4mWbV6nHcE8aUo7iKxJrPtZv' : null,
      amount: '0.46342',
      block: 312_345_678 - place,
      reason,
      payment_intent_id: null,
      assigned_to: null,
      first_seen_at: new Date(Date.now() - place * 600_000 - 30_000).toISOString(),
    };
  });
