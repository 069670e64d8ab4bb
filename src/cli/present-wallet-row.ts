import type { ShownWallet } from '../usecases/list-wallets.ts';

export const presentWalletRow = ({ wallet, addresses }: ShownWallet) => ({
  id: wallet.id,
  livemode: wallet.livemode,
  network: wallet.network,
  kind: wallet.kind,
  addresses,
  next_index: wallet.kind === 'extended_key' ? wallet.nextIndex : null,
  effective_at: new Date(wallet.effectiveAtMs).toISOString(),
});

export function walletText({ wallet, addresses }: ShownWallet): string {
  const next = wallet.kind === 'extended_key' ? 'next addresses' : 'address';
  return `${wallet.id}  ${wallet.network}\n  ${next}: ${addresses.join(', ')}`;
}
