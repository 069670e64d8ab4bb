import type { BuiltFile } from '../build.ts';
import type { FindWallets, FoundWallet } from '../wallets/found-wallet.ts';
import { loadModule } from './load-module.ts';

/** The module that knows wallets, which lies beside the script. The build fills it in. */
declare const CHECKOUT_WALLETS: BuiltFile;

const ANNOUNCEMENTS = ['wallet-standard:register-wallet', 'eip6963:announceProvider'];

/** Wallets of the Wallet Standard register here instead of announcing themselves a second time. */
const REGISTRY = Object.freeze({
  register() {
    loadWallets();
    return () => undefined;
  },
});

let find: FindWallets | undefined;
let isRequested = false;
const waiting = new Set<(find: FindWallets) => void>();

/** The module calls this when it has loaded. */
export function provideWallets(loaded: FindWallets): void {
  find = loaded;
  for (const start of waiting) start(loaded);
  waiting.clear();
}

/**
 * Searches wallets in the payer's browser. Most payers have none, so the module that knows them is loaded only when one
 * announces itself. Returns a function that stops the search.
 */
export function searchWallets(onChange: (wallets: readonly FoundWallet[]) => void): () => void {
  if (find !== undefined) return find(onChange);
  let stopSearch: (() => void) | undefined;
  const start = (known: FindWallets) => {
    stopSearch = known(onChange);
  };
  waiting.add(start);
  for (const name of ANNOUNCEMENTS) globalThis.addEventListener(name, loadWallets);
  globalThis.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: REGISTRY }));
  globalThis.dispatchEvent(new Event('eip6963:requestProvider'));
  return () => {
    waiting.delete(start);
    stopSearch?.();
  };
}

function loadWallets(): void {
  if (isRequested) return;
  isRequested = true;
  loadModule(CHECKOUT_WALLETS, () => {
    // The next announcement tries again.
    isRequested = false;
  });
}
