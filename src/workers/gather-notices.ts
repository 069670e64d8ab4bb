import type { Ports } from '../ports/ports.ts';
import { gatherNotices as gatherFrom } from '../usecases/mails/gather-notices.ts';

export const GATHER_NOTICES_PAUSE_MS = 5_000;

type GatherPorts = Pick<
  Ports,
  'clock' | 'leases' | 'mailer' | 'mails' | 'merchants' | 'random' | 'stores' | 'team' | 'vault'
>;

/** Several processes could each make the same email, so one of them does it. A database that fails delays no other. */
export async function gatherNotices(ports: GatherPorts, holder: string): Promise<void> {
  const nowMs = ports.clock.nowMs();
  const token = await ports.leases.take('gather-notices', holder, nowMs, nowMs + 4 * GATHER_NOTICES_PAUSE_MS);
  if (token === undefined) return;
  const ids = await ports.stores.listDatabases();
  const rounds = await Promise.allSettled(
    ids.map(async (id) => gatherFrom(ports, await ports.stores.eventDispatchOf(id))),
  );
  const failures = rounds.flatMap((round) => (round.status === 'rejected' ? [round.reason as unknown] : []));
  if (failures.length > 0) throw new AggregateError(failures, 'notices of some databases could not be gathered');
}
