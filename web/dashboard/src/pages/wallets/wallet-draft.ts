import type { WalletInput } from '../../api/types.ts';

/** A wallet as entered, before the password step. */
export type WalletDraft = Omit<WalletInput, 'password' | 'dry_run' | 'proof'>;
