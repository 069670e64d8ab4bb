import type { WalletChoice } from '../view/setting.ts';

export interface WalletAccount {
  address: string;
  chains: readonly string[];
}

interface Order {
  account: WalletAccount;
  transaction: Uint8Array;
  chain: string;
}

/** What the Wallet Standard says of a wallet, as far as it is used here. A wallet may be anything, so all is in doubt. */
interface StandardWallet {
  name?: unknown;
  icon?: unknown;
  chains?: unknown;
  features?: {
    'standard:connect'?: { connect?: () => Promise<{ accounts: readonly WalletAccount[] }> };
    'solana:signAndSendTransaction'?: {
      supportedTransactionVersions?: readonly unknown[];
      signAndSendTransaction?: (...orders: Order[]) => Promise<unknown>;
    };
  };
}

/** A wallet in this browser that can pay. */
export interface FoundWallet extends WalletChoice {
  connect: () => Promise<{ accounts: readonly WalletAccount[] }>;
  signAndSend: (order: Order) => Promise<unknown>;
}

/**
 * Finds the wallets of the browser by the two events of the Wallet Standard: those that are there answer the first one,
 * those that come later send the second one. Returns what ends the search.
 */
export function findWallets(onChange: (wallets: readonly FoundWallet[]) => void): () => void {
  const found = new Map<StandardWallet, FoundWallet>();
  const tell = () => onChange([...found.values()]);
  const register = (...wallets: StandardWallet[]) => {
    for (const wallet of wallets) {
      const usable = readWallet(wallet);
      if (usable !== undefined) found.set(wallet, usable);
    }
    tell();
    return () => {
      for (const wallet of wallets) found.delete(wallet);
      tell();
    };
  };
  const api = Object.freeze({ register });
  const onRegister = (event: Event) => {
    const { detail } = event as CustomEvent<(given: typeof api) => void>;
    detail(api);
  };
  globalThis.addEventListener('wallet-standard:register-wallet', onRegister);
  globalThis.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }));
  return () => globalThis.removeEventListener('wallet-standard:register-wallet', onRegister);
}

/** The transactions are of version 0; a wallet that does not take it cannot pay with them. */
function readWallet(wallet: StandardWallet): FoundWallet | undefined {
  const { name, icon, chains, features } = wallet;
  const connecting = features?.['standard:connect'];
  const sending = features?.['solana:signAndSendTransaction'];
  if (typeof name !== 'string' || !Array.isArray(chains)) return undefined;
  if (!connecting?.connect || !sending?.signAndSendTransaction) return undefined;
  if (!sending.supportedTransactionVersions?.includes(0)) return undefined;
  return {
    name,
    icon: typeof icon === 'string' && /^data:image\/[a-z+]+[;,]/.test(icon) ? icon : undefined,
    chains: chains as string[],
    // Called as members: some wallets look at `this`.
    connect: () => connecting.connect?.() ?? Promise.reject(new TypeError(name)),
    signAndSend: (order) => sending.signAndSendTransaction?.(order) ?? Promise.reject(new TypeError(name)),
  };
}
