import type { Warning } from '../intents/warnings.ts';
import { LIMITS } from '../limits.ts';
import type { Meaning } from '../meaning.ts';

/** The warnings of a wallet. */
export const WALLET_WARNINGS = {
  gas_per_address: {
    meaning: 'An extended key on EVM networks: each payment goes to its own address.',
    fix: 'Before you move a token out of an address, send it some of the native coin for gas. Or use a plain address.',
  },
  many_unused_addresses: {
    meaning: `At least ${LIMITS.unusedAddressesWarned} addresses in a row have not been paid. Many wallets stop looking after 20.`,
    fix: 'Raise the gap limit of your wallet, or it may not show payments to new addresses.',
  },
} as const satisfies Record<string, Meaning>;

interface WalletWarning extends Warning {
  code: keyof typeof WALLET_WARNINGS;
}

/** What a merchant should know about a wallet. */
export const warnOfWallet = (
  { network, kind }: { network: string; kind: 'address' | 'extended_key' },
  unused: number,
): Warning[] => [...(network === 'evm' && kind === 'extended_key' ? [GAS_PER_ADDRESS] : []), ...warnOfUnused(unused)];

const GAS_PER_ADDRESS: WalletWarning = {
  code: 'gas_per_address',
  pointer: '#/kind',
  detail:
    'Each payment goes to its own address. To move a token out of an address, you first have to send it some of the ' +
    'network’s coin for the fee. With a plain address, all payments arrive in one place.',
};

/** After too many unused addresses, the merchant's own wallet may not find a payment to the next one. */
function warnOfUnused(unused: number): WalletWarning[] {
  if (unused < LIMITS.unusedAddressesWarned) return [];
  const counted = unused < LIMITS.unusedAddressesCounted ? String(unused) : `${unused} or more`;
  return [
    {
      code: 'many_unused_addresses',
      pointer: '#/unused_in_a_row',
      detail:
        `${counted} addresses in a row have not been paid. Many wallets stop looking after 20: raise the gap limit of ` +
        'your wallet, or it may not show payments to new addresses.',
    },
  ];
}
