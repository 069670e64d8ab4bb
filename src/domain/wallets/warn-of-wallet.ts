import type { Warning } from '../intents/warnings.ts';
import { LIMITS } from '../limits.ts';

/** What a merchant should know about a wallet. */
export const warnOfWallet = (
  { network, kind }: { network: string; kind: 'address' | 'extended_key' },
  unused: number,
): Warning[] => [...(network === 'evm' && kind === 'extended_key' ? [GAS_PER_ADDRESS] : []), ...warnOfUnused(unused)];

const GAS_PER_ADDRESS: Warning = {
  code: 'gas_per_address',
  pointer: '#/kind',
  detail:
    'Each payment goes to its own address. To move a token out of an address, you first have to send it some of the ' +
    'network’s coin for the fee. With a plain address, all payments arrive in one place.',
};

/** After too many unused addresses, the merchant's own wallet may not find a payment to the next one. */
function warnOfUnused(unused: number): Warning[] {
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
