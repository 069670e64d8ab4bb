import type { Warning } from '../intents/warnings.ts';
import { LIMITS } from '../limits.ts';

/** The number of unpaid addresses since the last paid one. */
export function countUnused(newestFirst: readonly { used: boolean }[]): number {
  const paid = newestFirst.findIndex(({ used }) => used);
  return paid === -1 ? newestFirst.length : paid;
}

/** After too many unused addresses, the merchant's own wallet may not find a payment to the next one. */
export function warnOfUnused(unused: number): Warning[] {
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
