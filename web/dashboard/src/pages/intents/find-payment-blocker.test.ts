import { expect, it } from 'vitest';
import { sampleNetworks, sampleUnwatched } from '../../../test/sample-networks.ts';
import { findPaymentBlocker } from './find-payment-blocker.ts';

const networks = sampleNetworks();
const [, litecoin, solana] = networks;
const real = [litecoin, solana].filter((network) => network !== undefined);
const UNWATCHED = sampleUnwatched('solana', 'Solana', { assets: ['SOL'] });
const unassigned = { targets: [], asset: 'SOL' };

it.each([
  ['nothing if it has a payment target', { ...unassigned, targets: [{} as never] }, [], [], undefined],
  ['no network', { ...unassigned, asset: 'DOGE' }, networks, [{ network: 'solana-devnet' }], 'no_network'],
  ['no network at all', unassigned, [], [], 'no_network'],
  ['only a network that is not watched', unassigned, [UNWATCHED], [{ network: 'solana' }], 'no_network'],
  ['no wallet', unassigned, real, [], 'no_wallet'],
  ['a wallet for another network', unassigned, real, [{ network: 'litecoin-regtest' }], 'no_wallet'],
  ['checkout not opened', unassigned, real, [{ network: 'solana-devnet' }], 'not_opened'],
  ['checkout not opened, on a network without wallets', unassigned, networks, [], 'not_opened'],
] as const)('%s', (_, intent, watched, wallets, blocker) => {
  expect(findPaymentBlocker({ ...intent, targets: [...intent.targets] }, watched, wallets)).toBe(blocker);
});
