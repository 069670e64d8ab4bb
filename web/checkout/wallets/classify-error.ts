import type { WalletError } from '../view/payer-action.ts';

/** Wallets agree on few codes and on no messages; these are those of the common ones. */
export function classifyError(error: unknown): WalletError {
  const { code, message = '' } = (error ?? {}) as { code?: unknown; message?: string };
  if (code === 4001 || code === 'ACTION_REJECTED' || /reject|declin|denied|cancel/i.test(message)) return 'rejected';
  if (code === -32_002) return 'pending';
  if (/insufficient funds for (gas|intrinsic)|gas required exceeds/i.test(message)) return 'gas';
  return /insufficient|not enough|prior credit|exceeds balance/i.test(message) ? 'funds' : 'failed';
}
