import { intentAt } from '../../domain/events/intent-at.ts';
import type { Intent } from '../../domain/intents/intent.ts';
import type { EventSubject, LoggedEvent } from '../../ports/event-log.ts';
import { presentIntent } from '../intents/present-intent.ts';
import type { JsonText } from '../server/json-text.ts';
import type { EventAnswer, EventIntentAnswer } from './event-schema.ts';

/** The JSON text of an event: the same in the API, in webhooks and on the dashboard. */
export function renderEvent(event: LoggedEvent, apiVersion: string): JsonText<EventAnswer> {
  const { id, number, type, atMs, livemode, subject } = event;
  const object = objectAt(subject, 0);
  const answer: EventAnswer = {
    id,
    object: 'event',
    type,
    timestamp: new Date(atMs).toISOString(),
    api_version: apiVersion,
    livemode,
    number,
    sequence: 'sequence' in subject ? subject.sequence : null,
    data: { object },
    previous_attributes: previousAttributes(subject, object),
  };
  return JSON.stringify(answer) as JsonText<EventAnswer>;
}

/** What the event happened to, right after it, or so many events before. */
function objectAt(subject: EventSubject, eventsBefore: number): Record<string, unknown> {
  if ('object' in subject) return subject.object;
  const { intent, timeline, sequence } = subject;
  return presentIntentThen(intentAt(intent, timeline, sequence - eventsBefore));
}

/** The values before the event of the attributes that it changed; null if nothing was before. */
function previousAttributes(subject: EventSubject, after: Record<string, unknown>): Record<string, unknown> | null {
  if ('object' in subject || subject.sequence === 1) return null;
  const changed = Object.entries(objectAt(subject, 1)).filter(
    ([name, value]) =>
      name !== 'sequence' && value !== after[name] && JSON.stringify(value) !== JSON.stringify(after[name]),
  );
  return Object.fromEntries(changed);
}

/**
 * An intent without what depends on the reader, and without what changes while nothing happens that is an event: a payment
 * can move to another block, and then has another time.
 */
function presentIntentThen(intent: Intent): EventIntentAnswer {
  const presented = presentIntent(intent, { checkoutUrl: '', nowMs: 0, visibleNetworks: new Set() });
  const {
    checkout_url: _url,
    visibility: _visibility,
    targets: _targets,
    paid_at: _paidAt,
    payments,
    ...rest
  } = presented;
  return {
    ...rest,
    payments: payments.map(
      ({ block: _block, block_time: _time, confirmations: _confirmations, ...payment }) => payment,
    ),
  };
}
