import type { Intent } from '../intents/intent.ts';
import { printTransferName, type TransferName } from './transfer-name.ts';

/** Removes a transfer that has been assigned, so it no longer may belong to the intent. Returns the same object without it. */
export function removeAmbiguous(intent: Intent, transfer: TransferName): Intent {
  const name = printTransferName(transfer);
  if (!intent.ambiguousTransfers.includes(name)) return intent;
  return { ...intent, ambiguousTransfers: intent.ambiguousTransfers.filter((one) => one !== name) };
}
