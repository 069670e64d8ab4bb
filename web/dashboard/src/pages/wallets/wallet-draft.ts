import type { WalletWish } from '../../api/types.ts';

/** A wallet as it was typed, before the password is asked for. */
export type WalletDraft = Omit<WalletWish, 'password' | 'dry_run'>;
