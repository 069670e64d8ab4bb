import { describe, expect, it } from 'vitest';
import type { AuditOutbox, RelayedAuditEntry } from '../../ports/audit.ts';
import { relayAudit } from './relay-audit.ts';

const clock = { nowMs: () => 5_000, sleep: async () => undefined };

const entryOf = (number: number): RelayedAuditEntry => ({
  id: String(number),
  actor: 'usr_1',
  action: 'payment_intent.accepted',
  merchantId: undefined,
  subject: `pi_${number}`,
  details: {},
  atMs: number,
});

/** An outbox with so many entries, and an audit log that keeps each id once. */
function setUp(count: number) {
  const waiting = new Map(Array.from({ length: count }, (_, number) => [String(number), entryOf(number)]));
  const copied = new Map<string, RelayedAuditEntry>();
  const outbox: AuditOutbox = {
    listWaiting: async (limit) => [...waiting.values()].slice(0, limit),
    markRelayed: async (ids) => ids.forEach((id) => waiting.delete(id)),
  };
  const audit = {
    copy: async (entries: readonly RelayedAuditEntry[]) => entries.forEach((one) => copied.set(one.id, one)),
  };
  return { waiting, copied, outbox, audit };
}

describe('relaying audit entries', () => {
  it('copies every entry once, in rounds', async () => {
    const { waiting, copied, outbox, audit } = setUp(1_234);
    await relayAudit({ clock, audit }, outbox);
    expect(copied.size).toBe(1_234);
    expect(waiting.size).toBe(0);
  });

  it('copies again what it could not mark, under the same id', async () => {
    const { copied, outbox, audit } = setUp(3);
    const dying = { ...outbox, markRelayed: () => Promise.reject(new Error('killed')) };
    await expect(relayAudit({ clock, audit }, dying)).rejects.toThrow('killed');
    await relayAudit({ clock, audit }, outbox);
    expect([...copied.keys()]).toEqual(['0', '1', '2']);
  });

  it('leaves the entries waiting where the control plane does not answer', async () => {
    const { waiting, outbox } = setUp(2);
    const away = { copy: () => Promise.reject(new Error('away')) };
    await expect(relayAudit({ clock, audit: away }, outbox)).rejects.toThrow('away');
    expect(waiting.size).toBe(2);
  });
});
