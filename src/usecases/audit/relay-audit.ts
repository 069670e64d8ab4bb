import type { AuditLog, AuditOutbox } from '../../ports/audit.ts';
import type { Clock } from '../../ports/clock.ts';

const ENTRIES_PER_ROUND = 500;

/**
 * Copies what people did to payments from a data store to the audit log of the control plane. A copy that is made twice,
 * because a process died in between, counts once by its id.
 */
export async function relayAudit(
  { clock, audit }: { clock: Clock; audit: Pick<AuditLog, 'copy'> },
  outbox: AuditOutbox,
): Promise<void> {
  for (;;) {
    const entries = await outbox.listWaiting(ENTRIES_PER_ROUND);
    if (entries.length === 0) return;
    await audit.copy(entries);
    await outbox.markRelayed(
      entries.map(({ id }) => id),
      clock.nowMs(),
    );
    if (entries.length < ENTRIES_PER_ROUND) return;
  }
}
