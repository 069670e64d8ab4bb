import { findEvmWallets } from './find-evm-wallets.ts';
import { findSolanaWallets } from './find-solana-wallets.ts';
import type { FindWallets, FoundWallet } from './found-wallet.ts';

const findWallets: FindWallets = (onChange) => {
  const lists: (readonly FoundWallet[])[] = [];
  const stops = [findSolanaWallets, findEvmWallets].map((find, at) =>
    find((wallets) => {
      lists[at] = wallets;
      onChange(lists.flat());
    }),
  );
  return () => {
    for (const stop of stops) stop();
  };
};

/** The element that asked for this module. A module that is loaded by a script element can export nothing to it. */
const host = customElements.get('florin-checkout') as unknown as { provideWallets: (find: FindWallets) => void };
host.provideWallets(findWallets);
