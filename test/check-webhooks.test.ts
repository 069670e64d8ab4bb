import { describe, expect, it } from 'vitest';
import { idFromUuid, uuidOf } from '../src/domain/ids.ts';
import { checkWebhooks, type SeenEvent, type WebhookWitness } from './faults/lab/check-webhooks.ts';
import { violationsOf } from './faults/lab/checked-rule.ts';
import type { Inbox } from './faults/lab/receiver.ts';

const INTENT = 'pi_1';

function eventOf(number: number, type: string): SeenEvent {
  const id = idFromUuid('evt', `01890000-0000-7000-8000-00000000000${number}`);
  return { id, type, number, sequence: number, data: { object: { id: INTENT } } };
}

const LISTED = [
  eventOf(1, 'payment_intent.created'),
  eventOf(2, 'payment.seen'),
  eventOf(3, 'payment_intent.succeeded'),
] as const;

const webhookOf = (event: SeenEvent, isAccepted = true): Inbox['received'][number] => ({
  id: event.id,
  atMs: 0,
  headers: {},
  body: Buffer.from(JSON.stringify(event)),
  isAccepted,
});

const inboxOf = (received: Inbox['received'], forged: string[] = []): Inbox => ({
  url: 'http://127.0.0.1/all',
  secret: 'whsec_',
  received,
  forged,
});

const all = LISTED.map((event) => webhookOf(event));
const [first, second, third] = LISTED;
const sentAs = (received: Inbox['received']): Partial<WebhookWitness> => ({
  inboxes: [{ inbox: inboxOf(received), wants: () => true }],
});

const check = (changed: Partial<WebhookWitness> = {}): string[] =>
  violationsOf(
    checkWebhooks({
      listed: LISTED,
      outbox: LISTED.map(({ id, type, number }) => ({ event_id: uuidOf(id), type, number: String(number) })),
      inboxes: [
        { inbox: inboxOf(all), wants: () => true },
        { inbox: inboxOf([webhookOf(third)]), wants: (type) => type === third.type },
      ],
      acknowledged: new Set([INTENT]),
      ...changed,
    }),
  );

describe('what a receiver got', () => {
  it('breaks no rule if everything arrived in order', () => {
    expect(check()).toEqual([]);
  });

  it('breaks no rule if events were refused and sent again', () => {
    const [refused, again] = [webhookOf(first, false), webhookOf(first)];
    expect(check(sentAs([refused, again, webhookOf(second), again, webhookOf(third)]))).toEqual([]);
  });

  const changedBody = { ...first, data: { object: { id: INTENT, status: 'x' } } };
  it.each<[string, Partial<WebhookWitness>]>([
    ['from 1 without a gap', { listed: [first, third] }],
    ['exactly what the outbox has', { outbox: [] }],
    ['exactly what the outbox has', { listed: [...LISTED, eventOf(4, 'payment.final')] }],
    ['in the order of their sequence', { listed: [second, first, third] }],
    ['every acknowledged intent', { acknowledged: new Set([INTENT, 'pi_2']) }],
    ['accepted at least once', sentAs(all.slice(1))],
    ['accepted at least once', sentAs([...all.slice(0, 2), webhookOf(third, false)])],
    ['sent to no other', { inboxes: [{ inbox: inboxOf(all), wants: (type) => type === third.type }] }],
    ['comes after those before it', sentAs([webhookOf(second), webhookOf(first), webhookOf(third)])],
    ['comes after those before it', sentAs([webhookOf(first, false), webhookOf(second), ...all])],
    ['has one body', sentAs([...all, webhookOf(changedBody)])],
    ['the body that GET /events lists', sentAs([webhookOf(changedBody), ...all.slice(1)])],
    ['every signature verifies', { inboxes: [{ inbox: inboxOf(all, ['a forged one']), wants: () => true }] }],
  ])('is noticed if it breaks "%s"', (rule, changed) => {
    expect(check(changed).filter((violation) => violation.includes(rule))).toHaveLength(1);
  });
});
