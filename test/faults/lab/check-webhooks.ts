import { isDeepStrictEqual } from 'node:util';
import { type EventId, uuidOf } from '../../../src/domain/ids.ts';
import type { CheckedRule } from './checked-rule.ts';
import type { Inbox } from './receiver.ts';

/** What a merchant sees of an event, in the API and in a webhook. */
export interface SeenEvent {
  id: EventId;
  type: string;
  number: number;
  sequence: number | null;
  data: { object: { id: string } };
}

/** A numbered event, as the database has it. */
export interface NumberedEvent {
  event_id: string;
  type: string;
  number: string;
}

export interface WebhookWitness {
  /** What `GET /events` lists. */
  listed: readonly SeenEvent[];
  /** The outbox, by number. */
  outbox: readonly NumberedEvent[];
  /** The endpoints with the types that they want. */
  inboxes: readonly { inbox: Inbox; wants: (type: string) => boolean }[];
  /** The intents that were acknowledged. */
  acknowledged: ReadonlySet<string>;
}

/** Compares what receivers got with what the API lists and the database has. */
export function checkWebhooks({ listed, outbox, inboxes, acknowledged }: WebhookWitness): CheckedRule[] {
  const all = inboxes.map(({ inbox }) => inbox);
  const found = (check: (one: WebhookWitness['inboxes'][number]) => string[]) => inboxes.flatMap(check);
  return [
    { rule: 'GET /events lists the numbers from 1 without a gap', broken: findGaps(listed) },
    { rule: 'GET /events lists exactly what the outbox has', broken: compareLists(listed, outbox) },
    { rule: 'the events of an intent are listed in the order of their sequence', broken: findDisorder(listed) },
    { rule: 'the creation of every acknowledged intent is listed', broken: findUnlisted(listed, acknowledged) },
    {
      rule: 'every event was accepted at least once by every endpoint that wants it, and sent to no other',
      broken: found(({ inbox, wants }) =>
        findUndelivered(
          listed.filter(({ type }) => wants(type)),
          inbox,
        ),
      ),
    },
    {
      rule: 'the first delivery of an event comes after those before it in its intent were accepted',
      broken: found(({ inbox }) => findOvertaking(inbox)),
    },
    { rule: 'a webhook-id has one body, byte by byte, at every endpoint', broken: findTwoBodies(all) },
    { rule: 'a webhook has the body that GET /events lists', broken: compareBodies(listed, all) },
    {
      rule: 'every signature verifies with the package standardwebhooks',
      broken: all.flatMap(({ forged }) => forged),
    },
  ];
}

const without = (names: Iterable<string>, known: ReadonlySet<string>): string[] =>
  [...names].filter((name) => !known.has(name));

const findGaps = (listed: readonly SeenEvent[]): string[] =>
  listed.filter(({ number }, place) => number !== place + 1).map(({ id, number }) => `${id} has ${number}`);

function compareLists(listed: readonly SeenEvent[], outbox: readonly NumberedEvent[]): string[] {
  const nameOf = ({ event_id, type, number }: NumberedEvent) => `${event_id} ${type} ${number}`;
  const inList = new Set(
    listed.map(({ id, type, number }) => nameOf({ event_id: uuidOf(id), type, number: String(number) })),
  );
  const inOutbox = new Set(outbox.map(nameOf));
  return [...without(inList, inOutbox), ...without(inOutbox, inList)];
}

function findDisorder(listed: readonly SeenEvent[]): string[] {
  const last = new Map<string, number>();
  return listed.flatMap(({ sequence, data }) => {
    if (sequence === null) return [];
    const before = last.get(data.object.id) ?? 0;
    last.set(data.object.id, sequence);
    return sequence === before + 1 ? [] : [`${data.object.id} has ${sequence} after ${before}`];
  });
}

function findUnlisted(listed: readonly SeenEvent[], acknowledged: ReadonlySet<string>): string[] {
  const created = listed.filter(({ sequence }) => sequence === 1).map(({ data }) => data.object.id);
  return without(acknowledged, new Set(created));
}

const readEvent = (body: Buffer): SeenEvent => JSON.parse(body.toString()) as SeenEvent;

function findUndelivered(wanted: readonly SeenEvent[], { url, received }: Inbox): string[] {
  const sent = new Set(received.map(({ id }) => id));
  const accepted = new Set(received.filter(({ isAccepted }) => isAccepted).map(({ id }) => id));
  const ids = new Set<string>(wanted.map(({ id }) => id));
  return [
    ...without(ids, accepted).map((id) => `${id} was not accepted at ${url}`),
    ...without(sent, ids).map((id) => `${id} was not wanted at ${url}`),
  ];
}

function findOvertaking({ url, received }: Inbox): string[] {
  const arrived = received.map(({ body, isAccepted }) => ({ isAccepted, event: readEvent(body) }));
  const byIntent = Map.groupBy(
    arrived.filter(({ event }) => event.sequence !== null),
    ({ event }) => event.data.object.id,
  );
  return [...byIntent.values()].flatMap((ofIntent) => {
    const sequences = new Set(ofIntent.map(({ event }) => event.sequence ?? 0));
    const [seen, accepted] = [new Set<number>(), new Set<number>()];
    return ofIntent.flatMap(({ isAccepted, event: { id, sequence } }) => {
      const place = sequence ?? 0;
      const isOvertaking = sequences.values().some((before) => before < place && !accepted.has(before));
      const isFirst = !seen.has(place);
      seen.add(place);
      if (isAccepted) accepted.add(place);
      return isFirst && isOvertaking ? [`${id} came too early to ${url}`] : [];
    });
  });
}

function findTwoBodies(inboxes: readonly Inbox[]): string[] {
  const first = new Map<string, Buffer>();
  return inboxes
    .flatMap(({ received }) => received)
    .flatMap(({ id, body }) => {
      const known = first.get(id) ?? body;
      first.set(id, known);
      return known.equals(body) ? [] : [id];
    });
}

function compareBodies(listed: readonly SeenEvent[], inboxes: readonly Inbox[]): string[] {
  const bodies = new Map(inboxes.flatMap(({ received }) => received).map(({ id, body }) => [id, body]));
  return listed
    .filter((event) => {
      const body = bodies.get(event.id);
      return body !== undefined && !isDeepStrictEqual(readEvent(body), event);
    })
    .map(({ id }) => id);
}
