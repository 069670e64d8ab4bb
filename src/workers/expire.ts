import type { Ports } from '../ports/ports.ts';
import { expireIntents } from '../usecases/intents/expire-intents.ts';

export const EXPIRE_PAUSE_MS = 1_000;

export function expire(ports: Pick<Ports, 'clock' | 'settings' | 'stores'>): Promise<void> {
  return ports.stores.forEachDatabase((database) => expireIntents(ports, database));
}
