import type { Intent } from '../intents/intent.ts';
import type { Transfer } from './transfer.ts';

/** The intent with transfers that may be its own, of which nobody can be certain; the very same where it knew them. */
export function addAmbiguous(intent: Intent, network: string, doubtful: readonly Transfer[]): Intent {
  const fresh = doubtful
    .map(({ tx, index }) => `${network}:${tx}:${index}`)
    .filter((doubt) => !intent.doubts.includes(doubt));
  return fresh.length === 0 ? intent : { ...intent, doubts: [...intent.doubts, ...fresh] };
}
