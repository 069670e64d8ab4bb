import type { Network } from '../src/api/generated.ts';

const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();

/** Three test networks: one that needs no wallet, one that is up to date, and one that is delayed. */
export function sampleNetworks(): Network[] {
  return [
    {
      name: 'simulated',
      title: 'Simulated network',
      wallet: 'none',
      assets: ['BTC', 'LTC', 'SOL'],
      state: 'ok',
      read_at: ago(1),
      since: null,
      detail: 'checked 1 s ago',
    },
    {
      name: 'litecoin-regtest',
      title: 'Litecoin regtest',
      wallet: 'extended_key',
      assets: ['LTC'],
      state: 'ok',
      read_at: ago(2),
      since: null,
      detail: 'checked 2 s ago',
    },
    {
      name: 'solana-devnet',
      title: 'Solana devnet',
      wallet: 'address',
      assets: ['SOL', 'USDC'],
      state: 'delayed',
      read_at: ago(900),
      since: ago(840),
      detail: 'no node responds',
    },
  ];
}
