import { walletFamily } from '../../domain/wallets/wallet-family.ts';
import { warnOfWallet } from '../../domain/wallets/warn-of-wallet.ts';
import type { ShownWallet } from '../../usecases/wallets/list-wallets.ts';

export const presentWalletRow = ({ wallet, networks, addresses, unusedInARow }: ShownWallet) => ({
  id: wallet.id,
  livemode: wallet.livemode,
  network: wallet.network,
  networks,
  kind: wallet.kind,
  addresses,
  next_index: wallet.kind === 'extended_key' ? wallet.nextIndex : null,
  unused_in_a_row: wallet.kind === 'extended_key' ? unusedInARow : null,
  warnings: warnOfWallet(wallet, unusedInARow),
  effective_at: new Date(wallet.effectiveAtMs).toISOString(),
});

export function walletText({ wallet, networks, addresses, unusedInARow }: ShownWallet): string {
  const next = wallet.kind === 'extended_key' ? 'next addresses' : 'address';
  const warnings = warnOfWallet(wallet, unusedInARow).map(({ detail }) => `\n  warning: ${detail}`);
  const served = walletFamily(wallet.network) ? ` (${networks.join(', ')})` : '';
  return `${wallet.id}  ${wallet.network}${served}\n  ${next}: ${addresses.join(', ')}${warnings.join('')}`;
}
