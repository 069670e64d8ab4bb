import type { Transfer } from '../api/generated.ts';
import type { Intent, VoidReason } from '../api/types.ts';

type Reason = Transfer['reason'];

const REASON_WORDS: Record<Reason, { label: string; sentence: string }> = {
  failed: { label: 'Failed', sentence: 'The transaction failed on chain, so it moved no money.' },
  unknown_token: { label: 'Unknown token', sentence: 'It is a token that this server does not know.' },
  dust: { label: 'Too small', sentence: 'The amount is too small to be a payment.' },
  too_old: { label: 'Older than the payment', sentence: 'It lay at the address before the address was given out.' },
  no_reference: { label: 'Names no payment', sentence: 'It does not say which payment it is for.' },
  ambiguous: {
    label: 'Names several',
    sentence: 'It names more than one payment, so nobody knows which one it is for.',
  },
};

const VOID_WORDS: Record<VoidReason, string> = {
  replaced: 'The sender spent the same money otherwise before it was final, so it will never arrive.',
  missing: 'No node has known this transaction for an hour. It counts again if it is found in a block.',
};

const FLAG_WORDS: Record<Intent['flags'][number], string> = {
  late: 'Money came after the time had run out.',
  reorged: 'The chain took a payment back, at least for a while.',
  wrong_asset: 'Money came in another asset than was asked for.',
  manual: 'It was decided by hand, not by what the chain says.',
  tolerated: 'Slightly less than was due came, within what you accept.',
  overpaid: 'More came than was due. Give the rest back if that is what you agreed.',
};

/** A server that is newer than this page may know words that the page does not; they are shown as they are. */
export const describeReason = (reason: Reason): { label: string; sentence: string } =>
  (REASON_WORDS as Partial<typeof REASON_WORDS>)[reason] ?? { label: reason, sentence: `The server says: ${reason}.` };

export const describeVoid = (reason: VoidReason | null): string =>
  reason === null
    ? 'It no longer counts.'
    : ((VOID_WORDS as Partial<typeof VOID_WORDS>)[reason] ?? `The server says: ${reason}.`);

export const describeFlag = (flag: Intent['flags'][number]): string | undefined =>
  (FLAG_WORDS as Partial<typeof FLAG_WORDS>)[flag];
