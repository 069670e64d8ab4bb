import { type FindWallets, type FoundWallet, iconOf } from './found-wallet.ts';
import { payOnSolana } from './pay-on-solana.ts';
import { signOnSolana } from './sign-on-solana.ts';
import type { MessageRequest, SignedMessage, SignRequest, SolanaWallet, WalletAccount } from './solana-wallet.ts';

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

/**
 * Finds browser wallets through the two Wallet Standard events: wallets that are already loaded answer `app-ready`, later
 * ones send `register-wallet`.
 */
export const findSolanaWallets: FindWallets = (onChange) => {
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
};

/** Skips wallets that cannot sign version 0 transactions, because the server prepares those. */
function readWallet({ name, icon, chains, features }: StandardWallet): FoundWallet | undefined {
  const connecting = features?.['standard:connect'];
  const sending = features?.['solana:signAndSendTransaction'];
  const signing = features?.['solana:signMessage'];
  if (typeof name !== 'string' || !Array.isArray(chains)) return undefined;
  if (!connecting?.connect || !sending?.signAndSendTransaction) return undefined;
  if (!sending.supportedTransactionVersions?.includes(0)) return undefined;
  // Call these as methods, because some wallets rely on `this`. What a wallet lacks throws like any other failure.
  const wallet: SolanaWallet = {
    connect: () => (connecting as Required<typeof connecting>).connect(),
    signAndSend: (request) => (sending as Required<typeof sending>).signAndSendTransaction(request),
    signMessage: (request) => (signing as Required<NonNullable<typeof signing>>).signMessage(request),
  };
  return {
    name,
    icon: iconOf(icon),
    pays: (chain) => chains.includes(chain),
    signs: signing?.signMessage !== undefined,
    pay: (order) => payOnSolana(wallet, order),
    sign: (proof) => signOnSolana(wallet, proof),
  };
}
