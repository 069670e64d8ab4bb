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

/** Asks the browser wallet that has an address to sign a text. Returns the signature in base64. */
export async function signMessage(address: string, text: string): Promise<string> {
  const wallets = findWallets();
  if (wallets.length === 0) {
    throw new Error('No wallet found in this browser. Open this page in a browser that has the wallet.');
  }
  for (const { wallet, signing } of wallets) {
    const account = await findAccount(wallet, address);
    if (account) return sign(signing, account, text);
  }
  throw new Error('The wallet in this browser has another address. Choose the right account in it and try again.');
}

/** Wallets that are loaded register when a page says that it is ready. */
function findWallets(): { wallet: StandardWallet; signing: Signing }[] {
  const found: { wallet: StandardWallet; signing: Signing }[] = [];
  const register = (...wallets: StandardWallet[]) => {
    for (const wallet of wallets) {
      const signing = wallet.features?.['solana:signMessage'];
      if (signing?.signMessage) found.push({ wallet, signing });
    }
    return () => undefined;
  };
  globalThis.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: Object.freeze({ register }) }));
  return found;
}

async function findAccount(wallet: StandardWallet, address: string): Promise<Account | undefined> {
  const has = (accounts: readonly Account[] = []) => accounts.find((account) => account.address === address);
  const known = has(wallet.accounts);
  if (known) return known;
  // A wallet whose owner declines to connect is not asked to sign.
  const connected = await wallet.features?.['standard:connect']?.connect?.().catch(() => undefined);
  return has(connected?.accounts);
}

async function sign(signing: Signing, account: Account, text: string): Promise<string> {
  const message = new TextEncoder().encode(text);
  const signed = await signing.signMessage?.({ account, message }).catch(() => undefined);
  const signature = signed?.[0]?.signature;
  if (!signature) throw new Error('The wallet did not sign the message. Try again.');
  return btoa(String.fromCharCode(...signature));
}
