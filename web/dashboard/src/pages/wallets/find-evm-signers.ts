import type { Signer } from './signer.ts';

/** The parts of an EIP-1193 provider that are used here. */
interface Provider {
  request(call: { method: string; params: unknown[] }): Promise<unknown>;
}

/** Wallets that are loaded announce themselves when a page asks (EIP-6963). They sign as EIP-191 says, in hex. */
export function findEvmSigners(): Signer[] {
  const found: Signer[] = [];
  const note = (event: Event) => {
    const { detail } = event as CustomEvent<{ provider?: Provider } | undefined>;
    if (typeof detail?.provider?.request === 'function') found.push(signerOf(detail.provider));
  };
  globalThis.addEventListener('eip6963:announceProvider', note);
  globalThis.dispatchEvent(new Event('eip6963:requestProvider'));
  globalThis.removeEventListener('eip6963:announceProvider', note);
  return found;
}

const signerOf = (provider: Provider): Signer => {
  const ask = (method: string, ...params: string[]) => provider.request({ method, params }).catch(() => undefined);
  return async (address) => {
    const shared = await ask('eth_requestAccounts');
    const accounts = Array.isArray(shared) ? shared.filter((account) => typeof account === 'string') : [];
    const account = accounts.find((one) => one.toLowerCase() === address.toLowerCase());
    if (account === undefined) return undefined;
    return async (text) => {
      const signature = await ask('personal_sign', toHex(text), account);
      return typeof signature === 'string' ? signature : undefined;
    };
  };
};

const toHex = (text: string): string =>
  `0x${[...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
