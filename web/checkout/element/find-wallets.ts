import type { WalletChoice } from '../view/render-context.ts';

export interface WalletAccount {
  address: string;
  chains: readonly string[];
}

interface SignRequest {
  account: WalletAccount;
  transaction: Uint8Array;
  chain: string;
}

interface MessageRequest {
  account: WalletAccount;
  message: Uint8Array;
}

interface SignedMessage {
  signature: Uint8Array;
}

/** The parts of the Wallet Standard that are used here. Any script can register, so every member is optional. */
interface StandardWallet {
  name?: unknown;
  icon?: unknown;
  chains?: unknown;
  features?: {
    'standard:connect'?: { connect?: () => Promise<{ accounts: readonly WalletAccount[] }> };
    'solana:signAndSendTransaction'?: {
      supportedTransactionVersions?: readonly unknown[];
      signAndSendTransaction?: (...requests: SignRequest[]) => Promise<unknown>;
    };
    'solana:signMessage'?: {
      signMessage?: (...requests: MessageRequest[]) => Promise<readonly SignedMessage[]>;
    };
  };
}

/** A browser wallet that can pay. */
export interface FoundWallet extends WalletChoice {
  connect: () => Promise<{ accounts: readonly WalletAccount[] }>;
  signAndSend: (request: SignRequest) => Promise<unknown>;
  signMessage: (request: MessageRequest) => Promise<readonly SignedMessage[]>;
}

/**
 * Finds browser wallets through the two Wallet Standard events: wallets that are already loaded answer `app-ready`, later
 * ones send `register-wallet`. Returns a function that stops the search.
 */
export function findWallets(onChange: (wallets: readonly FoundWallet[]) => void): () => void {
  const found = new Map<StandardWallet, FoundWallet>();
  const notify = () => onChange([...found.values()]);
  const register = (...wallets: StandardWallet[]) => {
    for (const wallet of wallets) {
      const usable = readWallet(wallet);
      if (usable !== undefined) found.set(wallet, usable);
    }
    notify();
    return () => {
      for (const wallet of wallets) found.delete(wallet);
      notify();
    };
  };
  const api = Object.freeze({ register });
  const onRegister = (event: Event) => {
    const { detail } = event as CustomEvent<(registry: typeof api) => void>;
    detail(api);
  };
  globalThis.addEventListener('wallet-standard:register-wallet', onRegister);
  globalThis.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }));
  return () => globalThis.removeEventListener('wallet-standard:register-wallet', onRegister);
}

/** Skips wallets that cannot sign version 0 transactions, because the server prepares those. */
function readWallet(wallet: StandardWallet): FoundWallet | undefined {
  const { name, icon, chains, features } = wallet;
  const connecting = features?.['standard:connect'];
  const sending = features?.['solana:signAndSendTransaction'];
  const signing = features?.['solana:signMessage'];
  if (typeof name !== 'string' || !Array.isArray(chains)) return undefined;
  if (!connecting?.connect || !sending?.signAndSendTransaction) return undefined;
  if (!sending.supportedTransactionVersions?.includes(0)) return undefined;
  return {
    name,
    icon: typeof icon === 'string' && /^data:image\/[a-z+]+[;,]/.test(icon) ? icon : undefined,
    chains: chains as string[],
    signs: signing?.signMessage !== undefined,
    // Call these as methods, because some wallets rely on `this`. What a wallet lacks throws like any other failure.
    connect: () => (connecting as Required<typeof connecting>).connect(),
    signAndSend: (request) => (sending as Required<typeof sending>).signAndSendTransaction(request),
    signMessage: (request) => (signing as Required<NonNullable<typeof signing>>).signMessage(request),
  };
}
