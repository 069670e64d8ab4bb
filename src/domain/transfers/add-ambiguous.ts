import type { Intent } from '../intents/intent.ts';
import type { Transfer } from './transfer.ts';
import { printTransferName } from './transfer-name.ts';

/** Adds transfers that may belong to the intent. Returns the same object if it has all of them. */
export function addAmbiguous(intent: Intent, network: string, ambiguous: readonly Transfer[]): Intent {
  const added = ambiguous
    .map(({ tx, index }) => printTransferName({ network, tx, index }))
    .filter((name) => !intent.ambiguousTransfers.includes(name));
  return added.length === 0 ? intent : { ...intent, ambiguousTransfers: [...intent.ambiguousTransfers, ...added] };
}
