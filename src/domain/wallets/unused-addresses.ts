import type { Warning } from '../intents/warnings.ts';
import { LIMITS } from '../limits.ts';

/** How many of the last addresses nobody has paid, from the newest back to the first that somebody has. */
export function countUnused(newestFirst: readonly { used: boolean }[]): number {
  const paid = newestFirst.findIndex(({ used }) => used);
  return paid === -1 ? newestFirst.length : paid;
}

/** Behind so many unused addresses the merchant's own wallet may not find what is paid to the next one. */
export function warnOfUnused(unused: number): Warning[] {
  if (unused < LIMITS.unusedAddressesWarned) return [];
  const counted = unused < LIMITS.unusedAddressesCounted ? String(unused) : `${unused} or more`;
  return [
    {
      code: 'many_unused_addresses',
      pointer: '#/unused_in_a_row',
      detail:
        `${counted} addresses in a row have not been paid. Many wallets stop looking after 20: raise the gap limit of ` +
        'yours, or it may not show what is paid to the next ones.',
    },
  ];
}
