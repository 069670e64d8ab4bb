/** The parts of an EIP-1193 provider that are used here. */
interface Provider {
  request(call: { method: string; params?: unknown[] }): Promise<unknown>;
}

/** Asks the browser wallet that has an address to sign a text (EIP-191). Returns the signature in hex. */
export async function signEvmMessage(address: string, text: string): Promise<string> {
  const providers = findProviders();
  if (providers.length === 0) {
    throw new Error('No wallet found in this browser. Open this page in a browser that has the wallet.');
  }
  for (const provider of providers) {
    const account = await findAccount(provider, address);
    if (account !== undefined) return sign(provider, account, text);
  }
  throw new Error('The wallet in this browser has another address. Choose the right account in it and try again.');
}

/** Wallets that are loaded announce themselves when a page asks (EIP-6963). */
function findProviders(): Provider[] {
  const found: Provider[] = [];
  const note = (event: Event) => {
    const { detail } = event as CustomEvent<{ provider?: Provider } | undefined>;
    if (typeof detail?.provider?.request === 'function') found.push(detail.provider);
  };
  globalThis.addEventListener('eip6963:announceProvider', note);
  globalThis.dispatchEvent(new Event('eip6963:requestProvider'));
  globalThis.removeEventListener('eip6963:announceProvider', note);
  return found;
}

/** A wallet whose owner declines to connect is not asked to sign. */
async function findAccount(provider: Provider, address: string): Promise<string | undefined> {
  const accounts = await provider.request({ method: 'eth_requestAccounts' }).catch(() => undefined);
  const texts = Array.isArray(accounts) ? accounts.filter((account) => typeof account === 'string') : [];
  return texts.find((account) => account.toLowerCase() === address.toLowerCase());
}

async function sign(provider: Provider, account: string, text: string): Promise<string> {
  const params = [toHex(text), account];
  const signature = await provider.request({ method: 'personal_sign', params }).catch(() => undefined);
  if (typeof signature !== 'string') throw new Error('The wallet did not sign the message. Try again.');
  return signature;
}

const toHex = (text: string): string =>
  `0x${[...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
