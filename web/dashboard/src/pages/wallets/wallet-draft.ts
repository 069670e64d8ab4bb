import type { WalletInput } from '../../api/types.ts';

/** A wallet as it was typed, before the password is asked for. */
export type WalletDraft = Omit<WalletInput, 'password' | 'dry_run'>;
