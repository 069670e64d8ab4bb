import type { Intent } from '../intents/intent.ts';
import { LIMITS } from '../limits.ts';
import type { Transfer } from './transfer.ts';
import { printTransferName } from './transfer-name.ts';

/** Adds transfers that may belong to the intent, up to a limit. Returns the same object if there is nothing to add. */
export function addAmbiguous(intent: Intent, network: string, ambiguous: readonly Transfer[]): Intent {
  const added = ambiguous
    .map(({ tx, index }) => printTransferName({ network, tx, index }))
    .filter((name) => !intent.ambiguousTransfers.includes(name))
    .slice(0, Math.max(0, LIMITS.paymentsPerIntentMax - intent.ambiguousTransfers.length));
  return added.length === 0 ? intent : { ...intent, ambiguousTransfers: [...intent.ambiguousTransfers, ...added] };
}
