import type { Wallet } from '../src/api/generated.ts';

/** An active wallet with one address on Solana devnet; tests override what they need. */
export function sampleWallet(change: Partial<Wallet> = {}): Wallet {
  const at = new Date().toISOString();
  return {
    id: 'wal_034xqa4RjG1R9qi1OaoK0H',
    object: 'wallet',
    livemode: false,
    network: 'solana-devnet',
    networks: [change.network ?? 'solana-devnet'],
    kind: 'address',
    addresses: ['7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'],
    next_index: null,
    unused_in_a_row: null,
    warnings: [],
    created_at: at,
    effective_at: at,
    ...change,
  };
}
