import { type BackgroundRole, roleLease } from '../domain/role.ts';
import type { Ports } from '../ports/ports.ts';

export const REPORT_ROLE_PAUSE_MS = 5_000;
/** How long a role counts as running after its last report. */
const LEASE_MS = 15_000;

/** Shows every node that a process has this role. Of several processes, one holds the lease, which is enough. */
export async function reportRole(
  { clock, leases }: Pick<Ports, 'clock' | 'leases'>,
  role: BackgroundRole,
  holder: string,
): Promise<void> {
  const nowMs = clock.nowMs();
  await leases.take(roleLease(role), holder, nowMs, nowMs + LEASE_MS);
}
