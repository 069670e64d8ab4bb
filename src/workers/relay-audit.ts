import type { Ports } from '../ports/ports.ts';
import { relayAudit as relayFrom } from '../usecases/audit/relay-audit.ts';

export const RELAY_AUDIT_PAUSE_MS = 1_000;

export function relayAudit(ports: Pick<Ports, 'clock' | 'audit' | 'stores'>): Promise<void> {
  return ports.stores.forEachAuditOutbox((outbox) => relayFrom(ports, outbox));
}
