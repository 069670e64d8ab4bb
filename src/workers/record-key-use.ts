import type { Keys } from '../ports/keys.ts';
import type { KeyUseLog } from '../usecases/keys/key-use-log.ts';

export const RECORD_KEY_USE_PAUSE_MS = 5_000;

/** Takes the notes of when keys were used to the control plane. A note that is lost with the process is no loss. */
export async function recordKeyUse(keys: Pick<Keys, 'recordUse'>, uses: KeyUseLog): Promise<void> {
  const noted = uses.take();
  if (noted.length > 0) await keys.recordUse(noted);
}
