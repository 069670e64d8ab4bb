import { expect, it } from 'vitest';
import { sampleNetworks } from '../../../test/sample-transfers.ts';
import { findPaymentBlocker } from './find-payment-blocker.ts';

const networks = sampleNetworks();
const [, litecoin, solana] = networks;
const real = [litecoin, solana].filter((network) => network !== undefined);
const nowhere = { targets: [], asset: 'SOL' };

it.each([
  ['nothing, where it has a place already', { ...nowhere, targets: [{} as never] }, [], [], undefined],
  ['no network', { ...nowhere, asset: 'DOGE' }, networks, [{ network: 'solana-devnet' }], 'no_network'],
  ['no network at all', nowhere, [], [], 'no_network'],
  ['no wallet', nowhere, real, [], 'no_wallet'],
  ['a wallet for another network', nowhere, real, [{ network: 'litecoin-regtest' }], 'no_wallet'],
  ['nobody has looked', nowhere, real, [{ network: 'solana-devnet' }], 'not_opened'],
  ['nobody has looked, where no wallet is needed', nowhere, networks, [], 'not_opened'],
] as const)('%s', (_, intent, watched, wallets, obstacle) => {
  expect(findPaymentBlocker({ ...intent, targets: [...intent.targets] }, watched, wallets)).toBe(obstacle);
});
