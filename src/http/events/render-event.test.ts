import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyHistory, type History } from '../../../test/memory/any-history.ts';
import { sampleRequest } from '../../../test/memory/sample-request.ts';
import { times } from '../../../test/support/effort.ts';
import { eventIdOf } from '../../domain/events/event-id.ts';
import { type EventId, makeId } from '../../domain/ids.ts';
import type { Intent } from '../../domain/intents/intent.ts';
import { noFreeAmount } from '../../domain/intents/warnings.ts';
import type { LoggedEvent } from '../../ports/event-log.ts';
import type { TimelineEntry } from '../../ports/intents.ts';
import type { EventAnswer } from './event-schema.ts';
import { renderEvent } from './render-event.ts';

const VERSION = '2026-11-15';

/** An event of a history, read when the intent was such. */
function eventOf(intent: Intent, timeline: readonly TimelineEntry[], sequence: number): LoggedEvent {
  const { type, atMs } = timeline.find((event) => event.sequence === sequence) as TimelineEntry;
  const subject = { intent: { ...intent, request: sampleRequest('1 BTC') }, timeline, sequence };
  return { id: eventIdOf(intent.id, sequence, atMs), number: 40 + sequence, type, atMs, livemode: false, subject };
}

const read = (event: LoggedEvent): EventAnswer => JSON.parse(renderEvent(event, VERSION)) as EventAnswer;

const lastOf = ({ intents }: History): Intent => intents.at(-1) as Intent;

describe('an event of an intent', () => {
  it('has the same text whenever it is rendered', () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        const { intents, timeline } = history;
        const last = { ...lastOf(history), warnings: [noFreeAmount('Solana')] };
        for (const then of intents) {
          const known = timeline.filter(({ sequence }) => sequence <= then.sequence);
          const atOnce = renderEvent(eventOf(then, known, then.sequence), VERSION);
          expect(renderEvent(eventOf(last, timeline, then.sequence), VERSION)).toBe(atOnce);
        }
      }),
      { numRuns: times(40, 200) },
    );
  });

  it('says what the attributes that it changed were before', () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        const events = history.timeline.map(({ sequence }) =>
          read(eventOf(lastOf(history), history.timeline, sequence)),
        );
        let before: Record<string, unknown> | undefined;
        for (const { data, previous_attributes: previous } of events) {
          if (before) expect({ ...data.object, ...previous, sequence: before['sequence'] }).toEqual(before);
          else expect(previous).toBeNull();
          for (const [name, value] of Object.entries(previous ?? {})) expect(data.object[name]).not.toEqual(value);
          before = data.object;
        }
      }),
      { numRuns: times(40, 200) },
    );
  });

  it('carries the payment intent without what depends on the reader or is no event', () => {
    const histories = fc.sample(anyHistory, { numRuns: 50, seed: 3 });
    const history = histories.find((one) => lastOf(one).payments.length > 0);
    const intent = lastOf(history as History);
    const { data, ...event } = read(eventOf(intent, (history as History).timeline, intent.sequence));
    expect(event).toMatchObject({
      object: 'event',
      api_version: VERSION,
      livemode: false,
      number: 40 + intent.sequence,
      sequence: intent.sequence,
    });
    expect(Object.keys(event)).toEqual([
      'id',
      'object',
      'type',
      'timestamp',
      'api_version',
      'livemode',
      'number',
      'sequence',
      'previous_attributes',
    ]);
    expect(data.object).toMatchObject({ id: intent.id, object: 'payment_intent', status: intent.status });
    for (const name of ['request', 'timeline', 'checkout_url', 'visibility', 'targets', 'paid_at']) {
      expect(data.object).not.toHaveProperty(name);
    }
    const payments = data.object['payments'] as object[];
    expect(payments.length).toBeGreaterThan(0);
    for (const payment of payments) {
      expect(payment).toMatchObject({ network: 'bitcoin-regtest' });
      for (const name of ['block', 'block_time', 'confirmations']) expect(payment).not.toHaveProperty(name);
    }
  });
});

it('an event without an intent carries its object as it was written', () => {
  const id: EventId = makeId('evt', 5, new Uint8Array(10));
  const object = { zebra: 1, id: 'wal_1', object: 'wallet' };
  const event = { id, number: 7, type: 'wallet.changed', atMs: 5, livemode: true, subject: { object } };
  expect(renderEvent(event, VERSION)).toBe(
    JSON.stringify({
      id,
      object: 'event',
      type: 'wallet.changed',
      timestamp: '1970-01-01T00:00:00.005Z',
      api_version: VERSION,
      livemode: true,
      number: 7,
      sequence: null,
      data: { object },
      previous_attributes: null,
    }),
  );
});
