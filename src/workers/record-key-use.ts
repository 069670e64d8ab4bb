import type { Keys } from '../ports/keys.ts';
import type { KeyUseLog } from '../usecases/keys/key-use-log.ts';

export const RECORD_KEY_USE_PAUSE_MS = 5_000;

/** Writes when keys were last used to the control plane. Uses that are lost with the process do not matter. */
export async function recordKeyUse(keys: Pick<Keys, 'recordUse'>, uses: KeyUseLog): Promise<void> {
  const recent = uses.take();
  if (recent.length > 0) await keys.recordUse(recent);
}
