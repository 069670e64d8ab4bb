import type { Transfer } from '../api/generated.ts';
import type { Intent, VoidReason } from '../api/types.ts';

type Reason = Transfer['reason'];

const REASON_TEXT: Record<Reason, { label: string; explanation: string }> = {
  failed: { label: 'Failed', explanation: 'The transaction failed on chain, so no money moved.' },
  unknown_token: { label: 'Unknown token', explanation: 'This server does not support this token.' },
  dust: { label: 'Too small', explanation: 'The amount is too small to count as a payment.' },
  too_old: { label: 'Too old', explanation: 'It arrived before the address was assigned to a payment.' },
  too_late: { label: 'Too late', explanation: 'It arrived when its payment was no longer watched.' },
  no_reference: {
    label: 'No reference',
    explanation: 'It has no payment reference, and no open payment is due exactly this amount.',
  },
  other_amount: {
    label: 'No matching amount',
    explanation: 'No open payment at this address is due exactly this amount.',
  },
  unexplained: {
    label: 'Unexplained',
    explanation:
      'Your wallet’s balance grew by this amount, but this server found no transaction for it. Check your wallet.',
  },
  too_many: {
    label: 'Too many payments',
    explanation: 'Its payment has as many transfers as it can have. Assign this one to another payment.',
  },
  ambiguous: {
    label: 'Ambiguous',
    explanation: 'It may belong to more than one payment, or only a payer reported it.',
  },
};

const VOID_TEXT: Record<VoidReason, string> = {
  replaced: 'This transaction can no longer be confirmed, so its money will not arrive.',
  missing: 'No node has seen this transaction for an hour. It counts again if a block includes it.',
};

const FLAG_TEXT: Record<Intent['flags'][number], string> = {
  late: 'A payment arrived after the expiry time.',
  reorged: 'The chain reversed a payment, at least temporarily.',
  wrong_asset: 'A payment arrived in a different asset than requested.',
  manual: 'The outcome was decided manually.',
  tolerated: 'Slightly less than the amount due arrived, within your tolerance or too little to ask for.',
  overpaid: 'More than the amount due arrived. Refund the difference if you agreed to.',
};

/** A newer server may send a reason that this page does not know; it is shown as is. */
export const describeReason = (reason: Reason): { label: string; explanation: string } =>
  (REASON_TEXT as Partial<typeof REASON_TEXT>)[reason] ?? { label: reason, explanation: `Reason: ${reason}.` };

/** How many customers claim the transfer; null if none does. */
export function countClaims({ claims, more_claims: more }: Pick<Transfer, 'claims' | 'more_claims'>): string | null {
  if (claims.length === 0) return null;
  const proven = claims.filter(({ proof }) => proof !== null).length;
  const count = claims.length + more;
  return `${count === 1 ? '1 claim' : `${count} claims`}, ${proven === 0 ? 'none' : proven} proven`;
}

export const describeVoid = (reason: VoidReason | null): string =>
  reason === null
    ? 'This payment no longer counts.'
    : ((VOID_TEXT as Partial<typeof VOID_TEXT>)[reason] ?? `Reason: ${reason}.`);

export const describeFlag = (flag: Intent['flags'][number]): string | undefined =>
  (FLAG_TEXT as Partial<typeof FLAG_TEXT>)[flag];
