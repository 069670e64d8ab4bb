import { expect, it } from 'vitest';
import { sampleNetworks, sampleUnwatched } from '../../../test/sample-networks.ts';
import { sampleWallet } from '../../../test/sample-wallet.ts';
import { payableAssets } from './payable-assets.ts';

const NOW_MS = Date.parse('2026-11-15T12:00:00.000Z');
const networks = [...sampleNetworks(), sampleUnwatched('bitcoin-testnet', 'Bitcoin testnet', { assets: ['BTC'] })];
const walletOn = (network: string, atMs = NOW_MS) =>
  sampleWallet({ network, effective_at: new Date(atMs).toISOString() });

it.each([
  ['SOL first where all are simulated', [], ['SOL', 'BTC', 'LTC']],
  ['what a wallet receives before what is simulated', [walletOn('litecoin-regtest')], ['LTC', 'SOL', 'BTC']],
  ['the assets of the first network first', [walletOn('solana-devnet')], ['SOL', 'USDC', 'BTC', 'LTC']],
  ['nothing for a wallet that is not used yet', [walletOn('litecoin-regtest', NOW_MS + 1)], ['SOL', 'BTC', 'LTC']],
  ['nothing for a network that is not watched', [walletOn('bitcoin-testnet')], ['SOL', 'BTC', 'LTC']],
])('%s', (_, wallets, assets) => {
  expect(payableAssets(networks, wallets, NOW_MS)).toEqual(assets);
});

it('nothing without a network to be paid on', () => {
  expect(payableAssets([], [], NOW_MS)).toEqual([]);
});
