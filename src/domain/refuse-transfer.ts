import { amountsOf } from './amounts.ts';
import type { Intent } from './intent.ts';
import type { Transfer, TransferRefusal } from './transfer.ts';

/** Less than so small a part of what is due is dust: anybody can send it, and it must not move an intent. */
const DUST_PARTS = 1_000n;

/** Why a transfer to the place of an intent does not count for it; undefined where it does. */
export function refuseTransfer(transfer: Transfer, intent: Intent): TransferRefusal | undefined {
  if (transfer.failed) return 'failed';
  if (transfer.asset === undefined) return 'unknown_token';
  if (intent.payments.some(({ tx, index }) => tx === transfer.tx && index === transfer.index)) return undefined;
  return isDust(transfer, intent) ? 'dust' : undefined;
}

/** The last small part of a payment is none: it is what was asked for. */
function isDust({ amount, asset }: Transfer, intent: Intent): boolean {
  if (amount <= 0n) return true;
  if (asset !== intent.asset || amount * DUST_PARTS >= intent.cryptoAmount) return false;
  const { remaining } = amountsOf(intent);
  return remaining === 0n || amount < remaining;
}
