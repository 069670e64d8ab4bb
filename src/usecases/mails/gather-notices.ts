import { modeOf } from '../../domain/keys/key.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { EventDispatch, Notice } from '../../ports/event-dispatch.ts';
import type { Ports } from '../../ports/ports.ts';
import { draftNotices, type NoticePorts } from './draft-notices.ts';

const NOTICES_PER_ROUND = 1_000;

/**
 * Turns the notices of one database into emails: one for all of a kind that came together within some minutes, to every member
 * who should know. A process that dies in between repeats the mail. One process at a time does this.
 */
export async function gatherNotices(
  ports: NoticePorts & Pick<Ports, 'mails'>,
  events: Pick<EventDispatch, 'listNotices' | 'removeNotices'>,
): Promise<void> {
  const untilMs = ports.clock.nowMs() - LIMITS.noticesGatheredMs;
  const notices = await events.listNotices(untilMs, NOTICES_PER_ROUND);
  const groups = Map.groupBy(notices, ({ merchantId, livemode, kind }) => `${merchantId} ${livemode} ${kind}`);
  for (const group of groups.values()) {
    await ports.mails.add(await draftGroup(ports, group));
    await events.removeNotices(group);
  }
}

async function draftGroup(ports: NoticePorts, notices: readonly Notice[]) {
  const [first] = notices;
  if (!first) return [];
  const ids = [...new Set(notices.map(({ subject }) => subject))];
  const named = ids.slice(0, LIMITS.noticesNamedMax);
  return draftNotices(ports, first.merchantId, first.kind, (reader) => ({
    ...reader,
    mode: modeOf(first.livemode),
    ids: named,
    count: ids.length,
  }));
}
