import type { LoggedEvent } from '../../ports/event-log.ts';
import type { EventPage } from '../../usecases/events/list-events.ts';
import type { JsonText } from '../server/json-text.ts';
import type { EventAnswer, EventPageAnswer } from './event-schema.ts';
import { renderEvent } from './render-event.ts';

/** Rendering more would hold up every other request. An intent with many payments has events of any size. */
const CHARACTERS_MAX = 2 * 1_048_576;

/** The texts of as many events as one page may have: at least one. */
export function renderSome(events: readonly LoggedEvent[], apiVersion: string): JsonText<EventAnswer>[] {
  const texts: JsonText<EventAnswer>[] = [];
  let characters = 0;
  for (const event of events) {
    if (characters > CHARACTERS_MAX) break;
    const text = renderEvent(event, apiVersion);
    texts.push(text);
    characters += text.length;
  }
  return texts;
}

/** A page of events, or its beginning if it is too long. */
export function toEventPage({ events, hasMore, lastNumber }: EventPage, apiVersion: string): JsonText<EventPageAnswer> {
  const data = renderSome(events, apiVersion);
  const isCut = data.length < events.length;
  return `{"data":[${data.join(',')}],"has_more":${hasMore || isCut},"last_number":${lastNumber}}` as JsonText<EventPageAnswer>;
}
