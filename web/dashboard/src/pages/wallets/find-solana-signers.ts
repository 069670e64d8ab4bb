import type { Signer } from './signer.ts';

interface Account {
  address: string;
}

interface Signing {
  signMessage?: (request: { account: Account; message: Uint8Array }) => Promise<readonly { signature: Uint8Array }[]>;
}

/** The parts of the Wallet Standard that are used here. Any script can register, so every member is optional. */
interface StandardWallet {
  accounts?: readonly Account[];
  features?: {
    'standard:connect'?: { connect?: () => Promise<{ accounts: readonly Account[] }> };
    'solana:signMessage'?: Signing;
  };
}

/** Wallets that are loaded register when a page says that it is ready. They sign in base64. */
export function findSolanaSigners(): Signer[] {
  const found: Signer[] = [];
  const register = (...wallets: StandardWallet[]) => {
    for (const wallet of wallets) {
      const signing = wallet.features?.['solana:signMessage'];
      if (signing?.signMessage) found.push(signerOf(wallet, signing));
    }
    return () => undefined;
  };
  globalThis.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: Object.freeze({ register }) }));
  return found;
}

const signerOf =
  (wallet: StandardWallet, signing: Signing): Signer =>
  async (address) => {
    const account = await findAccount(wallet, address);
    if (account === undefined) return undefined;
    return async (text) => {
      const message = new TextEncoder().encode(text);
      const signed = await signing.signMessage?.({ account, message }).catch(() => undefined);
      const signature = signed?.[0]?.signature;
      return signature && btoa(String.fromCharCode(...signature));
    };
  };

async function findAccount(wallet: StandardWallet, address: string): Promise<Account | undefined> {
  const has = (accounts: readonly Account[] = []) => accounts.find((account) => account.address === address);
  const known = has(wallet.accounts);
  if (known) return known;
  const connected = await wallet.features?.['standard:connect']?.connect?.().catch(() => undefined);
  return has(connected?.accounts);
}
