import { warnOfUnused } from '../../domain/wallets/unused-addresses.ts';
import type { ShownWallet } from '../../usecases/wallets/list-wallets.ts';

export const presentWalletRow = ({ wallet, addresses, unusedInARow }: ShownWallet) => ({
  id: wallet.id,
  livemode: wallet.livemode,
  network: wallet.network,
  kind: wallet.kind,
  addresses,
  next_index: wallet.kind === 'extended_key' ? wallet.nextIndex : null,
  unused_in_a_row: wallet.kind === 'extended_key' ? unusedInARow : null,
  warnings: warnOfUnused(unusedInARow),
  effective_at: new Date(wallet.effectiveAtMs).toISOString(),
});

export function walletText({ wallet, addresses, unusedInARow }: ShownWallet): string {
  const next = wallet.kind === 'extended_key' ? 'next addresses' : 'address';
  const warnings = warnOfUnused(unusedInARow).map(({ detail }) => `\n  warning: ${detail}`);
  return `${wallet.id}  ${wallet.network}\n  ${next}: ${addresses.join(', ')}${warnings.join('')}`;
}
