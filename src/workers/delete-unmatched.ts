import type { Ports } from '../ports/ports.ts';
import { deleteUnmatched as deleteFrom } from '../usecases/transfers/delete-unmatched.ts';

export const DELETE_UNMATCHED_PAUSE_MS = 3_600_000;

export function deleteUnmatched(ports: Pick<Ports, 'clock' | 'stores'>): Promise<void> {
  return ports.stores.forEachDatabase((database) => deleteFrom(ports, database));
}
