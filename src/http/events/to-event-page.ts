import type { EventPage } from '../../usecases/events/list-events.ts';
import type { JsonText } from '../server/json-text.ts';
import type { EventPageAnswer } from './event-schema.ts';
import { renderEvent } from './render-event.ts';

/** Rendering more would hold up every other request. An intent with many payments has events of any size. */
const CHARACTERS_MAX = 2 * 1_048_576;

/** A page of events, or its beginning if it is too long: at least one event. */
export function toEventPage({ events, hasMore, lastNumber }: EventPage, apiVersion: string): JsonText<EventPageAnswer> {
  const data: string[] = [];
  let characters = 0;
  for (const event of events) {
    if (characters > CHARACTERS_MAX) break;
    const text = renderEvent(event, apiVersion);
    data.push(text);
    characters += text.length;
  }
  const isCut = data.length < events.length;
  return `{"data":[${data.join(',')}],"has_more":${hasMore || isCut},"last_number":${lastNumber}}` as JsonText<EventPageAnswer>;
}
