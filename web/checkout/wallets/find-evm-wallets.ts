import type { Ask } from './ask.ts';
import { type FindWallets, type FoundWallet, iconOf } from './found-wallet.ts';
import { payOnEvm } from './pay-on-evm.ts';
import { signOnEvm } from './sign-on-evm.ts';

/** An announcement of EIP-6963. Any script can announce, so every member is optional. */
interface Announcement {
  info?: { uuid?: unknown; name?: unknown; icon?: unknown };
  provider?: { request?: (call: { method: string; params: unknown[] }) => Promise<unknown> };
}

/** More buttons would hide the rest of the page. */
const WALLETS_MAX = 20;
const NAME_LENGTH_MAX = 40;

/** Wallets announce themselves when they load, and again when they are asked to. */
export const findEvmWallets: FindWallets = (onChange) => {
  const found = new Map<string, FoundWallet>();
  const onAnnounce = (event: Event) => {
    const announcement = (event as CustomEvent<Announcement | null>).detail;
    const id = String(announcement?.info?.uuid);
    const wallet = found.has(id) || found.size >= WALLETS_MAX ? undefined : readWallet(announcement ?? {});
    if (wallet === undefined) return;
    found.set(id, wallet);
    onChange([...found.values()]);
  };
  globalThis.addEventListener('eip6963:announceProvider', onAnnounce);
  globalThis.dispatchEvent(new Event('eip6963:requestProvider'));
  return () => globalThis.removeEventListener('eip6963:announceProvider', onAnnounce);
};

function readWallet({ info, provider }: Announcement): FoundWallet | undefined {
  if (typeof info?.name !== 'string' || typeof provider?.request !== 'function') return undefined;
  const ask: Ask = (method, ...params) => (provider as Required<typeof provider>).request({ method, params });
  return {
    name: info.name.slice(0, NAME_LENGTH_MAX),
    icon: iconOf(info.icon),
    pays: (chain) => chain.startsWith('eip155:'),
    signs: true,
    pay: (order) => payOnEvm(ask, order),
    sign: (proof) => signOnEvm(ask, proof),
  };
}
