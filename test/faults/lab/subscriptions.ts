import { send } from '../../support/client.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { checkWebhooks, type NumberedEvent, type SeenEvent } from './check-webhooks.ts';
import type { Inbox, Receiver } from './receiver.ts';
import type { Rig } from './rig.ts';

const PAGE = 100;

/** An endpoint of the merchant, and the types of events that it wants. */
export interface Subscription {
  inbox: Inbox;
  wants: (type: string) => boolean;
}

/** For processes that serve no requests and do not know that their server is used on this machine only. */
export const TO_LOOPBACK = { FLORIN_WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' };

export async function subscribe(
  rig: Rig,
  inbox: Inbox,
  events: readonly string[],
  wants: Subscription['wants'],
): Promise<Subscription> {
  const created = await send(rig.baseUrl, rig.keys, '/webhook_endpoints', { body: { url: inbox.url, events } });
  if (created.status !== 201) throw new Error(`The endpoint was not created: ${created.text}`);
  inbox.secret = String(created.json['secret']);
  return { inbox, wants };
}

export const untilDelivered = (rig: Rig): Promise<boolean> =>
  waitUntil('every event is delivered', async () => {
    const [row] = await rig.sql<{ is_open: boolean }>(
      `SELECT EXISTS (SELECT FROM florin_data.waiting_events)
         OR EXISTS (SELECT FROM florin_data.deliveries WHERE state = 'pending') AS is_open`,
    );
    return row?.is_open === false;
  });

/** Compares what arrived with what the API lists and the database has. */
export async function checkDeliveries(rig: Rig, receiver: Receiver, inboxes: readonly Subscription[]): Promise<void> {
  const { lab, orders } = rig;
  const outbox = await rig.sql<NumberedEvent>(
    'SELECT event_id, type, number FROM florin_data.numbered_events ORDER BY number',
  );
  const [count] = await rig.sql<{ delivered: number }>(
    `SELECT count(*)::int AS delivered FROM florin_data.deliveries WHERE state = 'delivered'`,
  );
  const delivered = count?.delivered ?? 0;
  const received = inboxes.reduce((sum, { inbox }) => sum + inbox.received.length, 0);
  lab.observe(
    `${outbox.length} events, ${delivered} deliveries, ${received} requests; ${receiver.errors} answered with 500, ` +
      `${receiver.cuts} cut, ${received - delivered - receiver.errors - receiver.cuts} sent again`,
  );
  const acknowledged = new Set(orders.acknowledged.values());
  lab.checkRules(checkWebhooks({ listed: await listEvents(rig), outbox, inboxes, acknowledged }));
}

/** Page by page, as a merchant that was away. */
async function listEvents({ lab, keys, baseUrl }: Rig): Promise<SeenEvent[]> {
  const listed: SeenEvent[] = [];
  for (let hasMore = true; hasMore && !lab.signal.aborted; ) {
    const after = listed.at(-1)?.number ?? 0;
    const { status, json, text } = await send(baseUrl, keys, `/events?after=${after}&limit=${PAGE}`);
    if (status !== 200) throw new Error(`GET /events was answered with ${status}: ${text}`);
    listed.push(...(json['data'] as SeenEvent[]));
    hasMore = json['has_more'] === true;
  }
  return listed;
}
