import { createdEvent } from '../../domain/events/event.ts';
import { eventIdOf } from '../../domain/events/event-id.ts';
import { API_VERSION } from '../../domain/version.ts';
import { exampleOpenIntent } from '../intents/examples.ts';
import type { EventAnswer } from './event-schema.ts';
import { renderEvent } from './render-event.ts';

const { id, createdAtMs: atMs, livemode } = exampleOpenIntent;

/** The first event of the example intent, written by the function that writes real events. */
export const exampleEvent = JSON.parse(
  renderEvent(
    {
      id: eventIdOf(id, 1, atMs),
      number: 1,
      type: 'payment_intent.created',
      atMs,
      livemode,
      subject: {
        intent: exampleOpenIntent,
        timeline: [{ sequence: 1, atMs, ...createdEvent(exampleOpenIntent) }],
        sequence: 1,
      },
    },
    API_VERSION,
  ),
) as EventAnswer;
