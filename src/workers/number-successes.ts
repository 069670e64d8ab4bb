import type { Ports } from '../ports/ports.ts';
import { numberSuccesses as numberIn } from '../usecases/invoices/number-successes.ts';

export const NUMBER_SUCCESSES_PAUSE_MS = 10_000;

export function numberSuccesses(ports: Pick<Ports, 'clock' | 'settings' | 'stores'>): Promise<void> {
  return ports.stores.forEachDatabase((database) => numberIn(ports, database));
}
