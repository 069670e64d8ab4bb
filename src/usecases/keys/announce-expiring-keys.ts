import { expiringEvent } from '../../domain/events/expiring-event.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Keys } from '../../ports/keys.ts';
import type { OutgoingEvents } from '../../ports/outgoing-events.ts';

/** Adds one event for every key that expires soon, except for one that has a successor. */
export async function announceExpiringKeys({
  clock,
  keys,
  outgoingEvents,
}: {
  clock: Clock;
  keys: Pick<Keys, 'listExpiring'>;
  outgoingEvents: Pick<OutgoingEvents, 'add'>;
}): Promise<void> {
  const nowMs = clock.nowMs();
  const expiring = await keys.listExpiring(nowMs, nowMs + LIMITS.keyExpiryNoticeMs);
  await outgoingEvents.add(
    expiring.flatMap(({ expiresAtMs, ...key }) =>
      expiresAtMs === undefined ? [] : [expiringEvent({ ...key, expiresAtMs }, nowMs)],
    ),
  );
}
